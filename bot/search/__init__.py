"""Finding suppliers by words, in any language: what stands in memory and is asked while people wait."""
