"""The hooks of the site: order of pages, links that leave docs/, lists, pictures."""
import importlib.util
import pathlib
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
spec = importlib.util.spec_from_file_location("hooks", ROOT / "tools/site/hooks.py")
hooks = importlib.util.module_from_spec(spec)
spec.loader.exec_module(hooks)


class Order(unittest.TestCase):
    texts = {"a/index.md": "# A\n\n[two](two.md)\n", "a/one.md": "# One\n\nFirst words. More.\n", "a/two.md": "# Two\n",
             "a/z/index.md": "# Z\n"}

    def test_follows_the_index_then_the_names(self):
        entries = hooks.ordered("a", list(self.texts), dict(self.texts))
        self.assertEqual(entries, ["a/index.md", "a/two.md", "a/one.md", {"Z": ["a/z/index.md"]}])

    def test_an_index_lists_what_it_does_not_mention(self):
        texts = dict(self.texts)
        hooks.ordered("a", list(texts), texts)
        self.assertIn("- [One](one.md): First words.", texts["a/index.md"])
        self.assertNotIn("[Two](two.md)", texts["a/index.md"])

    def test_links_in_code_do_not_count(self):
        texts = {"a/index.md": "# A\n\n```\n[two](two.md)\n```\n", "a/one.md": "# One\n", "a/two.md": "# Two\n"}
        self.assertEqual(hooks.ordered("a", list(texts), texts), ["a/index.md", "a/one.md", "a/two.md"])


class Links(unittest.TestCase):
    def test_out_of_the_pages_become_pages(self):
        text = hooks.relinked("[t](../../tests/CMakeLists.txt)", "docs/how-to/x.md", "how-to/x.md")
        self.assertEqual(text, "[t](../sources/tests/CMakeLists.txt.md)")

    def test_between_pages_keep_their_place(self):
        text = hooks.relinked("[t](../limits.md#platforms)", "docs/how-to/x.md", "how-to/x.md")
        self.assertEqual(text, "[t](../limits.md#platforms)")

    def test_to_nothing_are_an_error(self):
        with self.assertRaisesRegex(Exception, "there is no ../nothing.md"):
            hooks.relinked("[t](../nothing.md)", "docs/how-to/x.md", "how-to/x.md")

    def test_in_code_are_left_alone(self):
        for text in ["`[t](../nothing.md)`", "```\n[t](../nothing.md)\n```", "    [t](../nothing.md)"]:
            self.assertEqual(hooks.relinked(text, "docs/how-to/x.md", "how-to/x.md"), text)


class Lists(unittest.TestCase):
    def test_after_a_paragraph_get_the_empty_line_that_they_need(self):
        self.assertEqual(hooks.relinked("Words\n- one\n- two", "docs/x.md", "x.md"), "Words\n\n- one\n- two")


class Pictures(unittest.TestCase):
    def test_have_a_light_and_a_dark_copy_when_they_know_both(self):
        svg = "<style>a { b: 1; } @media (prefers-color-scheme: dark) { a { b: 2; } c { d: 3; } }</style>"
        copies = hooks.two_colours(svg)
        self.assertNotIn("b: 2", copies[".light.svg"])
        self.assertNotIn("@media", copies[".dark.svg"])
        self.assertIn("a { b: 2; } c { d: 3; }", copies[".dark.svg"])
        self.assertEqual(hooks.two_colours("<svg/>"), {})


unittest.main()
