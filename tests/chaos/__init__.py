"""Thousands of conversations while everything that can fail fails: is anything lost, twice, or out of order?"""
