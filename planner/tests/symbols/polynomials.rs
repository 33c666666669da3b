//! Arithmetic, order and notation of polynomials.

use memplan_planner::symbols::{Polynomial, Symbol};
use memplan_support::Random;

use super::common::{model_symbols, size, symbols};

fn parse(text: &str) -> Polynomial {
    Polynomial::parse(text, &model_symbols()).unwrap()
}

fn error(text: &str) -> String {
    let error = Polynomial::parse(text, &model_symbols()).unwrap_err();
    format!("{error} [{}]", error.code())
}

#[test]
fn arithmetic_agrees_with_values() {
    let mut random = Random::new(1);
    for _ in 0..2000 {
        let (p, q) = (size(&mut random, 2), size(&mut random, 2));
        let values = [
            random.below(50).cast_signed(),
            random.below(50).cast_signed(),
        ];
        let [at_p, at_q] = [&p, &q].map(|polynomial| polynomial.eval(&values).unwrap());
        assert_eq!(p.add(&q).unwrap().eval(&values), Some(at_p + at_q));
        assert_eq!(p.sub(&q).unwrap().eval(&values), Some(at_p - at_q));
        assert_eq!(p.scale(-3).unwrap().eval(&values), Some(-3 * at_p));
        if let Ok(product) = p.mul(&q) {
            assert_eq!(
                product.eval(&values).map(i128::from),
                i128::from(at_p).checked_mul(at_q.into())
            );
        }
        assert_eq!(p.sub(&p).unwrap(), Polynomial::default());
        let difference = p.sub(&q).unwrap();
        let text = difference.display(&model_symbols()).to_string();
        assert_eq!(parse(&text), difference, "{text}");
    }
}

#[test]
fn what_is_printed_is_what_people_write() {
    for (text, printed) in [
        ("4*b*s*s + 256*b", "4*b*s*s + 256*b"),
        ("s*4*b*s+b*256", "4*b*s*s + 256*b"),
        (" - 3 * s-1 ", "-3*s - 1"),
        ("s - s", "0"),
        ("2*3*b - b + 7 - 7", "5*b"),
        ("b*s + s*b", "2*b*s"),
    ] {
        assert_eq!(parse(text).display(&model_symbols()).to_string(), printed);
    }
}

#[test]
fn errors_have_a_column_and_a_code() {
    for (text, expected) in [
        (
            "",
            "column 1 of ``: expected a number or a symbol, found the end [syntax]",
        ),
        (
            "4*",
            "column 3 of `4*`: expected a number or a symbol, found the end [syntax]",
        ),
        (
            "4 b",
            "column 3 of `4 b`: expected `+`, `-`, `*` or the end [syntax]",
        ),
        (
            "4*+b",
            "column 3 of `4*+b`: expected a number or a symbol [syntax]",
        ),
        (
            "4b",
            "column 1 of `4b`: `4b` is not a whole number from 0 to 2^63 - 1 [syntax]",
        ),
        (
            "b*t",
            "column 3 of `b*t`: there is no symbol `t`; known symbols: b, s [syntax]",
        ),
        (
            "b\u{e4}",
            "column 2 of `b\u{e4}`: expected `+`, `-`, `*` or the end [syntax]",
        ),
        (
            "b*b*b*b*b*b*b*b*b",
            "too many factors: the limit is 8 [too-complex]",
        ),
        (
            "9223372036854775807 + 1",
            "a coefficient exceeds the numbers of 64 bits [overflow]",
        ),
    ] {
        assert_eq!(error(text), expected);
    }
}

#[test]
fn limits_are_kept() {
    assert!(Polynomial::symbol(63).is_ok());
    assert_eq!(Polynomial::symbol(64).unwrap_err().code(), "too-complex");
    let sum = |n: usize| {
        (0..n).try_fold(Polynomial::default(), |sum, index| {
            sum.add(&Polynomial::symbol(index)?)
        })
    };
    assert_eq!(sum(32).unwrap().terms().len(), 32);
    assert_eq!(sum(33).unwrap_err().code(), "too-complex");
    let large = Polynomial::constant(i64::MAX);
    assert_eq!(large.scale(2).unwrap_err().code(), "overflow");
    assert_eq!(parse("s*s*s").eval(&[1, 1 << 21]), None);
    assert_eq!(parse("s*s*s*s*s*s*s*s").eval(&[1, i64::MAX]), None);
    assert_eq!(parse("s").eval(&[1]), None);
    assert_eq!(parse("-s - 1").eval(&[0, i64::MAX]), Some(i64::MIN));
}

/// Random text of the characters of the notation is read or refused, and what is read means what is printed.
#[test]
fn any_text_is_read_or_refused() {
    let mut random = Random::new(2);
    let (mut n_read, mut n_refused) = (0, 0);
    for _ in 0..20_000 {
        let length = random.below(12);
        let text: String = (0..length)
            .map(|_| char::from(*random.pick(b"bs19+-* *b\xe4_")))
            .collect();
        match Polynomial::parse(&text, &model_symbols()) {
            Ok(read) => {
                n_read += 1;
                assert_eq!(
                    parse(&read.display(&model_symbols()).to_string()),
                    read,
                    "{text}"
                );
            }
            Err(_) => n_refused += 1,
        }
    }
    assert!(100 < n_read && 100 < n_refused);
}

#[test]
fn proofs_and_bounds_hold_at_all_values() {
    let mut random = Random::new(3);
    let mut n_proven = 0;
    for round in 0..2000 {
        let low = random.below(6).cast_signed() - 3;
        let ranges = symbols(&[("a", low, low + 4), ("c", 0, 3)]);
        let p = size(&mut random, 2).sub(&size(&mut random, 2)).unwrap();
        let q = match round % 3 {
            0 => size(&mut random, 2),
            1 => p.add(&size(&mut random, 2)).unwrap(),
            _ => p.add(&Polynomial::constant(5)).unwrap(),
        };
        let is_proven = p.is_at_most(&q, &ranges);
        n_proven += usize::from(is_proven);
        let (lower, upper) = p.bounds(&ranges);
        for a in low..=low + 4 {
            for c in 0..=3 {
                let value = p.eval(&[a, c]).unwrap();
                assert!(!is_proven || value <= q.eval(&[a, c]).unwrap());
                assert!(lower.unwrap() <= value.into() && i128::from(value) <= upper.unwrap());
            }
        }
    }
    assert!(500 < n_proven);
}

#[test]
fn orders_are_proven_by_shifting_and_by_bounds() {
    let ranges = model_symbols();
    let proven = |p: &str, q: &str| parse(p).is_at_most(&parse(q), &ranges);
    assert!(proven("32*b", "b*s"), "s is at least 32");
    assert!(!proven("33*b", "b*s"));
    assert!(proven("s", "1024"), "by the bounds");
    assert!(!proven("s", "1023"));
    assert!(proven("s*s - s", "s*s"));
    assert!(!proven("s*s", "s*s - s"));
    let open = [Symbol::new("n", 1, None).unwrap()];
    let n = Polynomial::symbol(0).unwrap();
    assert_eq!(n.bounds(&open), (Some(1), None));
    assert!(Polynomial::constant(1).is_at_most(&n, &open));
    assert!(!n.is_at_most(&Polynomial::constant(i64::MAX), &open));
}

#[test]
fn symbols_are_checked() {
    let code = |symbol: Result<Symbol, memplan_planner::symbols::ExpressionError>| {
        symbol.unwrap_err().to_string()
    };
    assert!(code(Symbol::new("1b", 0, None)).starts_with("symbol `1b`: a name has letters"));
    assert_eq!(
        code(Symbol::new("b", 2, Some(1))),
        "symbol `b`: the range is empty"
    );
    let b = Symbol::new("b", 33, Some(63)).unwrap();
    assert_eq!(
        code(b.clone().multiple_of(32)),
        "symbol `b`: no multiple lies in the range"
    );
    assert_eq!(
        code(b.clone().multiple_of(0)),
        "symbol `b`: `multiple` is at least 1"
    );
    assert!(b.multiple_of(31).is_ok());
    assert!(Symbol::new("%arg0.1", i64::MIN, Some(i64::MAX)).is_ok());
}
