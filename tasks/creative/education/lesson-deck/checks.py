from deskworld_verifiers import Submission, check

@check("format")
def there(s: Submission) -> None:
    assert s.deck("out/cocoa.pptx")
