"""A call of each tool that works, in an order that works: documentation that is run."""

from pathlib import Path

MAIL = """From: Ada Quist <ada.quist@maplepost.example>
To: maya@harborlight.example
Subject: Thank you for the interview
Date: Sun, 01 Mar 2026 10:00:00 +0000
Message-ID: <ada-1@maplepost.example>

Dear Ms. Lindqvist, thank you for the good talk on Tuesday.
"""


def prepare(workspace: Path) -> None:
    """A file to attach and a mail to import."""
    (workspace / "prices.csv").write_text("coffee,price\nHarbor,9.20\n")
    (workspace / "ada.eml").write_text(MAIL)


EXAMPLES = (
    ("list_mailboxes", {}),
    ("search_emails", {"query": "lot 12", "sender": "luis", "after": "2025-12-01T00:00:00Z"}),
    ("search_emails", {"mailbox": "inbox", "unread": True, "label": "invoices", "limit": 5}),
    ("list_email_threads", {"person": "Karin"}),
    ("read_email", {"email": "message_1"}),
    ("read_emails", {"emails": ["message_1", "message_2"]}),
    ("read_email_thread", {"thread": "thread_1"}),
    (
        "send_email",
        {
            "to": ["Darnell Brooks", "noor@harborlight.example"],
            "subject": "Wholesale prices 2026",
            "body": "Dear Darnell,\nthe list is attached.",
            "attachments": ["prices.csv"],
            "signature": "Work",
        },
    ),
    ("undo_send_email", {"email": "message_166"}),
    ("update_email_draft", {"draft": "message_166", "to": ["Darnell Brooks"], "cc": ["Noor Haddad"]}),
    ("send_email_draft", {"draft": "message_166"}),
    ("reply_to_email", {"email": "message_160", "body": "Thursdays from the 12th on are fine."}),
    ("reply_all_to_email", {"email": "message_162", "body": '{"seen": true}'}),
    ("forward_email", {"email": "message_1", "to": ["Marco Bellini"], "note": "Look!"}),
    (
        "schedule_email",
        {"to": ["sam@harborlight.example"], "subject": "Bags", "body": "Count?", "send_at": "2026-03-04T15:00:00Z"},
    ),
    ("reschedule_email", {"email": "message_170", "send_at": "2026-03-05T15:00:00Z"}),
    ("unschedule_email", {"email": "message_170"}),
    ("delete_email_draft", {"draft": "message_170"}),
    ("create_email_draft", {"reply_to": "message_160", "body": "Dear Julia,"}),
    ("archive_emails", {"emails": ["message_160", "message_162"]}),
    ("move_emails_to_inbox", {"emails": ["message_160"]}),
    ("trash_emails", {"emails": ["message_162"]}),
    ("restore_emails", {"emails": ["message_162"]}),
    ("report_spam_emails", {"emails": ["message_162"]}),
    ("mark_emails_not_spam", {"emails": ["message_162"]}),
    ("trash_emails", {"emails": ["message_162"]}),
    ("delete_emails", {"emails": ["message_162"]}),
    ("empty_email_trash", {"mailbox": "spam"}),
    ("snooze_emails", {"emails": ["message_160"], "until": "2026-03-03T16:00:00Z"}),
    ("unsnooze_emails", {"emails": ["message_160"]}),
    ("mark_emails_read", {"emails": ["message_160"]}),
    ("mark_emails_unread", {"emails": ["message_160"]}),
    ("star_emails", {"emails": ["message_160"]}),
    ("unstar_emails", {"emails": ["message_160"]}),
    ("mute_email_thread", {"thread": "message_160"}),
    ("unmute_email_thread", {"thread": "message_160"}),
    ("list_email_labels", {}),
    ("create_email_label", {"name": "To answer", "color": "red"}),
    ("label_emails", {"emails": ["message_160"], "labels": ["To answer", "customers"]}),
    ("unlabel_emails", {"emails": ["message_160"], "labels": ["Customers"]}),
    ("update_email_label", {"label": "To answer", "name": "Answer soon"}),
    ("delete_email_label", {"label": "Answer soon"}),
    ("search_email_attachments", {"name": ".pdf", "sender": "Karin"}),
    ("save_email_attachments", {"email": "message_8", "folder": "mail"}),
    ("list_email_filters", {}),
    (
        "create_email_filter",
        {"sender": "northpack", "subject": "invoice", "label": "Invoices", "star": True, "apply_now": True},
    ),
    ("run_email_filter", {"filter_id": "filter_1"}),
    ("delete_email_filter", {"filter_id": "filter_3"}),
    ("block_email_sender", {"sender": "growth@rankbooster.example"}),
    ("unblock_email_sender", {"sender": "growth@rankbooster.example"}),
    ("list_email_subscriptions", {}),
    ("unsubscribe_from_emails", {"sender": "Fjordair Deals"}),
    ("get_email_settings", {}),
    ("set_vacation_responder", {"on": True, "body": "I am back on the 20th.", "ends_at": "2026-03-20T00:00:00Z"}),
    ("save_email_signature", {"name": "Short", "text": "M."}),
    ("delete_email_signature", {"name": "Short"}),
    ("export_emails", {"emails": ["message_8"], "folder": "mail"}),
    ("import_email", {"path": "ada.eml"}),
)
