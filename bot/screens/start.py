"""The first screens: language, welcome, help, and the lines that are said when nothing else fits."""

from __future__ import annotations

import unicodedata

from bot.domain.people import Person
from bot.language.texts import Words
from bot.screens.message import Button, Message
from bot.screens.parts import Rows, button, flat, paragraphs, rows
from bot.screens.presses.buying import ItIsANeed, MyInquiries, SayNeed
from bot.screens.presses.looking import LookAround
from bot.screens.presses.running import AdminHome
from bot.screens.presses.start import ChooseLanguage, OpenLanguages, Stop
from bot.screens.presses.supplying import MyFirm, MyLeads, RegisterFirm

COMMANDS = ("new", "find", "inquiries", "leads", "firm", "language", "cancel", "help", "start")


def choose_language(w: Words, names: tuple[tuple[str, str], ...]) -> Message:
    """One tap for the language; the reader's own stands first."""
    order = sorted(names, key=lambda n: (n[0] != w.language, n[0] != "en"))
    text = paragraphs(w.say("🐟 <b>Shoal</b>"), w.say("Which language shall we speak?"))
    return Message(text, rows((button(name, ChooseLanguage(tag)) for tag, name in order), wide=2))


def welcome(w: Words, person: Person, *, has_firm: bool) -> Message:
    """What this is, and the two ways in."""
    text = paragraphs(
        w.say("🐟 <b>Shoal</b> finds small suppliers all over the world."),
        w.say(
            "<b>Do you need something?</b> Just write it, in your own words and your own language: "
            "what, how many, where to, by when. Photos and files are welcome."
        ),
        None
        if has_firm
        else w.say("<b>Do you make or sell something?</b> Tell me about your firm; leads are free, always."),
    )
    return Message(text, home_rows(w, person, has_firm=has_firm))


def home_rows(w: Words, person: Person, *, has_firm: bool) -> Rows:
    """The ways on from the start."""
    first = (
        button(w.label("🛒 I need something"), SayNeed(), "primary"),
        button(w.label("🔎 Look around"), LookAround()),
    )
    firm: tuple[Button, ...] = (
        (button(w.label("📥 My leads"), MyLeads()), button(w.label("🏭 My firm"), MyFirm()))
        if has_firm
        else (button(w.label("🏭 I make or sell something"), RegisterFirm()),)
    )
    more = (button(w.label("📋 My inquiries"), MyInquiries()), button(w.label("🌐 Language"), OpenLanguages()))
    admin = ((button(w.label("🛠 Admin"), AdminHome()),),) if person.admin else ()
    return flat((first, firm, more), admin)


def help_text(w: Words, person: Person, *, has_firm: bool) -> Message:
    """How it works, short."""
    text = paragraphs(
        w.say("<b>How Shoal works</b>"),
        w.say(
            "1. You write what you need. I read it back and ask for what is missing.\n"
            "2. Up to five suppliers that fit get your inquiry. Nobody can pay for a place.\n"
            "3. Their quotes come here. You compare them and accept one.\n"
            "4. Only then do you both get each other's contact details."
        ),
        w.say(
            "/new – a new inquiry\n/find – look which firms there are\n"
            "/inquiries – what you asked for\n/leads – inquiries that came to your firm\n"
            "/firm – your firm\n/language – another language\n/cancel – stop what we are doing"
        ),
    )
    return Message(text, home_rows(w, person, has_firm=has_firm))


def commands(w: Words) -> list[tuple[str, str]]:
    """The command menu."""
    return [
        ("new", w.label("A new inquiry")),
        ("find", w.label("Look which firms there are")),
        ("inquiries", w.label("What I asked for")),
        ("leads", w.label("Inquiries for my firm")),
        ("firm", w.label("My firm")),
        ("language", w.label("Another language")),
        ("cancel", w.label("Stop what we are doing")),
        ("help", w.label("How it works")),
        ("start", w.label("The start")),
    ]


def means_stop(w: Words, text: str) -> bool:
    """Is this one of the words that mean /cancel when they are all that is written?"""
    return _plain(text) in {_plain(word) for word in ("cancel", "stop", w.label("cancel"), w.label("stop"))}


def _plain(word: str) -> str:
    """Without case, marks and the hamza that most people leave out."""
    decomposed = unicodedata.normalize("NFKD", word.casefold())
    return "".join(c for c in decomposed if c.isalnum())


def stopped(w: Words, person: Person, *, has_firm: bool) -> Message:
    """A conversation was left; nothing was sent."""
    return Message(w.say("Stopped. Nothing was sent."), home_rows(w, person, has_firm=has_firm))


def nothing_to_stop(w: Words, person: Person, *, has_firm: bool) -> Message:
    """There was nothing to leave."""
    return Message(w.say("There is nothing to stop. What shall we do?"), home_rows(w, person, has_firm=has_firm))


def is_it_a_need(w: Words) -> Message:
    """A supplier wrote something out of the blue: is it a purchase?"""
    text = w.say("Is this something you want to buy?")
    return Message(
        text, ((button(w.label("Yes, find suppliers"), ItIsANeed(), "primary"), button(w.label("No"), Stop())),)
    )


def say_what_you_need(w: Words) -> Message:
    """An invitation to write."""
    text = paragraphs(
        w.say("What do you need? Write it in your own words."),
        w.say(
            "<i>For example: 500 stainless steel bottles, 750 ml, to Hamburg by the end of March, about 2 USD each</i>"
        ),
    )
    return Message(text, placeholder=w.label("What, how many, where to, by when"))


def old_button(w: Words) -> str:
    """A toast for a tap on something we do not know any more."""
    return w.label("This button is too old. Please use the newest message.")


def edited(w: Words, fields: Rows = ()) -> Message:
    """A message was edited in the middle of a conversation. fields: what can be corrected right here."""
    said = w.say("I saw that you changed a message. What counts is what I read back; tap a field there to correct it.")
    return Message(said, fields)


def edited_too_late(w: Words, *, bought: bool, has_firm: bool) -> Message:
    """A message was edited after what it said had been sent to others."""
    ways = (
        *((button(w.label("📋 My inquiries"), MyInquiries()),) if bought else ()),
        *((button(w.label("📥 My leads"), MyLeads()),) if has_firm else ()),
    )
    said = w.say("I saw that you changed a message. What was sent stays as it was; you can change it here:")
    return Message(said, (ways,))


def sorry(w: Words) -> Message:
    """Something went wrong on our side."""
    return Message(w.say("Something went wrong on our side. Your message is kept; please try again in a moment."))


def lost_the_thread(w: Words) -> Message:
    """Where they stood is not known any more; what they said before is. The question, or the start, comes below."""
    return Message(w.say("Sorry, I lost the thread. What you told me before is kept; let us go on from here."))


def only_words(w: Words) -> Message:
    """Something came that cannot be read: a sticker, a poll, a voice message."""
    return Message(w.say("I can read text, photos and files. Please write it in words."))


def thanks_for_contact(w: Words) -> Message:
    """The person shared their own phone number."""
    return Message(w.say("Thank you. I pass your number on only when you accept a quote or yours is accepted."))


def not_your_contact(w: Words) -> Message:
    """The contact that was shared is somebody else's."""
    return Message(
        w.say("That is somebody else's contact. Please share your own with the button below the text field.")
    )
