use super::*;
use crate::terminal::dialogs::testing::{ctrl, drawn, key, text_input};

fn item(label: &str, detail: &str) -> Item {
    Item {
        id: label.to_owned(),
        label: label.to_owned(),
        detail: detail.to_owned(),
        marked: false,
    }
}

fn fruit() -> Vec<Item> {
    vec![
        item("apple", "red or green"),
        item("banana", "yellow"),
        Item {
            marked: true,
            ..item("cherry", "red")
        },
        item("damson", "blue"),
    ]
}

fn chosen(picker: &Picker) -> &str {
    picker.chosen().map_or("", |item| &item.label)
}

fn many(count: usize) -> Vec<Item> {
    (0..count)
        .map(|at| item(&format!("item {at}"), ""))
        .collect()
}

fn rows(picker: &mut Picker, width: u16, height: u16) -> Vec<String> {
    drawn(width, height, |area, buf, theme| {
        picker.render(area, buf, theme)
    })
    .0
}

#[test]
fn it_opens_at_what_is_in_use() {
    let mut picker = Picker::new("Fruit", fruit());
    let (rows, cursor) = drawn(40, 8, |area, buf, theme| picker.render(area, buf, theme));
    assert_eq!(
        rows,
        [
            "─ Fruit ────────────────────────── 3/4 ─",
            "›",
            "  apple                     red or green",
            "  banana                          yellow",
            "› ✓ cherry                           red",
            "  damson                            blue",
            "",
            "Enter chooses, Esc closes, typing searc…",
        ]
    );
    assert_eq!(cursor, Some((2, 1)));
    assert_eq!(
        picker.handle(&key(KeyCode::Enter)),
        PickerReply::Chosen("cherry".to_owned())
    );
}

#[test]
fn every_word_of_the_search_must_occur_somewhere_in_an_item() {
    let mut picker = Picker::new("Fruit", fruit());
    picker.handle(&text_input("RED e"));
    assert_eq!(
        rows(&mut picker, 30, 5),
        [
            "─ Fruit ─────────── 1/2 of 4 ─",
            "› RED e",
            "› apple           red or green",
            "  ✓ cherry                 red",
            "",
        ]
    );
    picker.handle(&text_input(" pie"));
    assert_eq!(rows(&mut picker, 30, 5)[2], "Nothing matches.");
    assert_eq!(picker.handle(&key(KeyCode::Enter)), PickerReply::Pending);
}

#[test]
fn keys_and_the_wheel_move_the_choice_and_stop_at_the_ends() {
    let mut picker = Picker::new("Fruit", fruit());
    rows(&mut picker, 20, 5);
    let mut after = |input: Input| {
        picker.handle(&input);
        chosen(&picker).to_owned()
    };
    assert_eq!(after(key(KeyCode::Up)), "banana");
    assert_eq!(after(ctrl('p')), "apple");
    assert_eq!(after(key(KeyCode::Up)), "apple");
    assert_eq!(after(ctrl('n')), "banana");
    assert_eq!(after(key(KeyCode::PageDown)), "damson");
    assert_eq!(after(key(KeyCode::Down)), "damson");
    assert_eq!(after(key(KeyCode::PageUp)), "apple");
    assert_eq!(after(key(KeyCode::End)), "damson");
    let up = crate::terminal::input::Mouse {
        wheel: Wheel::Up,
        column: 0,
        row: 0,
    };
    assert_eq!(after(Input::Mouse(up)), "cherry");
}

#[test]
fn the_choice_stays_on_screen() {
    let mut picker = Picker::new("Many", many(100));
    for _ in 0..50 {
        picker.handle(&key(KeyCode::Down));
    }
    assert_eq!(
        rows(&mut picker, 20, 5),
        [
            "─ Many ──── 51/100 ─",
            "›",
            "  item 48",
            "  item 49",
            "› item 50"
        ]
    );
    picker.handle(&key(KeyCode::Up));
    assert_eq!(
        rows(&mut picker, 20, 5)[2..],
        ["  item 48", "› item 49", "  item 50"]
    );
    picker.handle(&key(KeyCode::End));
    assert_eq!(
        rows(&mut picker, 20, 9)[7],
        "› item 99",
        "the last rows are not left empty"
    );
}

#[test]
fn new_items_keep_the_search_and_the_choice() {
    let mut picker = Picker::new("Fruit", Vec::new());
    picker.set_loading(true);
    picker.handle(&text_input("r"));
    assert_eq!(rows(&mut picker, 20, 4)[2], "Loading …");
    picker.set_loading(false);
    picker.set_items(fruit());
    assert_eq!(chosen(&picker), "cherry", "the one in use");
    picker.handle(&key(KeyCode::Up));
    let mut more = fruit();
    more.insert(0, item("apricot", "orange"));
    picker.set_items(more);
    assert_eq!(chosen(&picker), "apple");
    assert_eq!(rows(&mut picker, 20, 4)[1], "› r");
}

#[test]
fn without_items_it_says_so_and_escape_closes_it() {
    let mut picker = Picker::new("Fruit", Vec::new());
    assert_eq!(
        rows(&mut picker, 40, 4)[2],
        "There is nothing to choose from."
    );
    assert_eq!(picker.handle(&key(KeyCode::Enter)), PickerReply::Pending);
    assert_eq!(picker.handle(&key(KeyCode::Esc)), PickerReply::Closed);
    assert_eq!(picker.handle(&ctrl('c')), PickerReply::Closed);
}

#[test]
fn wide_characters_are_never_cut_in_half() {
    let mut picker = Picker::new(
        "果物",
        vec![item("林檎と蜜柑と葡萄と桃", "赤"), item("👩‍👩‍👧 family", "")],
    );
    for width in 1..30 {
        for height in 1..10 {
            rows(&mut picker, width, height);
        }
    }
    assert_eq!(
        rows(&mut picker, 20, 5)[2..],
        ["› 林檎と蜜柑と葡萄…", "  👩‍👩‍👧 family", "Enter chooses, Esc…"]
    );
}

fn pressed(picker: &mut Picker, input: &Input) -> (PickerReply, String) {
    let reply = picker.handle(input);
    let mut rows = rows(picker, 60, 7);
    (reply, rows.pop().unwrap_or_default())
}

#[test]
fn a_second_press_removes_once_the_user_was_told() {
    let delete = key(KeyCode::Delete);
    let told = "The same key again removes it for good.";
    let mut picker = Picker::new("Fruit", fruit()).removable();
    assert_eq!(
        rows(&mut picker, 60, 7)[6],
        "Enter chooses, Delete removes, Esc closes, typing searches"
    );
    picker.handle(&key(KeyCode::Up));
    assert_eq!(
        pressed(&mut picker, &delete),
        (PickerReply::Pending, told.to_owned())
    );
    let remove = PickerReply::Remove("banana".to_owned());
    assert_eq!(pressed(&mut picker, &delete).0, remove);
    assert_eq!(pressed(&mut picker, &ctrl('d')).1, told);
    assert_eq!(picker.handle(&ctrl('d')), remove);
}

#[test]
fn nothing_is_removed_that_the_user_was_not_told_of() {
    let delete = key(KeyCode::Delete);
    let mut picker = Picker::new("Fruit", fruit()).removable();
    picker.handle(&key(KeyCode::Home));
    for _ in 0..3 {
        // As when the key is held and nothing is drawn between.
        assert_eq!(picker.handle(&delete), PickerReply::Pending);
    }
    pressed(&mut picker, &delete);
    picker.handle(&key(KeyCode::Down));
    let (reply, hint) = pressed(&mut picker, &delete);
    assert_eq!(reply, PickerReply::Pending, "another item");
    assert!(hint.starts_with("The same key"), "{hint}");
    picker.set_items(many(3));
    assert_eq!(picker.handle(&delete), PickerReply::Pending, "a new list");
    rows(&mut picker, 60, 2);
    let reply = picker.handle(&delete);
    assert_eq!(reply, PickerReply::Pending, "there was no room to tell");
    rows(&mut picker, 60, 3);
    let reply = picker.handle(&delete);
    assert_eq!(reply, PickerReply::Remove("item 0".to_owned()));
}

#[test]
fn what_is_in_use_is_never_removed() {
    let mut picker = Picker::new("Fruit", fruit()).removable();
    for _ in 0..3 {
        let (reply, hint) = pressed(&mut picker, &key(KeyCode::Delete));
        assert_eq!(reply, PickerReply::Pending);
        assert_eq!(hint, "What is in use cannot be removed.");
    }
}

#[test]
fn the_choice_falls_on_what_follows_a_removed_item() {
    let mut picker = Picker::new("Fruit", fruit());
    picker.remove("cherry");
    assert_eq!(chosen(&picker), "damson");
    picker.remove("apple");
    assert_eq!(chosen(&picker), "damson");
    picker.remove("damson");
    assert_eq!(chosen(&picker), "banana", "nothing follows");
    picker.remove("banana");
    assert_eq!(chosen(&picker), "");
}

#[test]
fn it_is_as_high_as_its_items_need_whatever_is_searched_for() {
    let mut picker = Picker::new("Fruit", fruit());
    assert_eq!(picker.height(), 7);
    assert_eq!(
        rows(&mut picker, 60, 7)[6],
        "Enter chooses, Esc closes, typing searches"
    );
    picker.handle(&text_input("apple"));
    assert_eq!(picker.height(), 7);
    assert_eq!(Picker::new("Fruit", Vec::new()).height(), 4);
}
