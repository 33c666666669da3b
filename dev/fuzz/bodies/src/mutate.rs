//! Derives invalid inputs from valid ones, deterministically for a seed.
//!
//! Without the coverage feedback of a fuzzer, the kinds of changes matter: replacing whole tokens
//! by others from the inputs; numbers that are too large; duplicated, dropped, moved and nested
//! pieces; and single bit flips.

use memplan_support::Random;

/// A source of broken inputs.
#[derive(Clone, Debug)]
pub struct Mutator {
    random: Random,
    corpus: Vec<Vec<u8>>,
    /// Words of all inputs.
    words: Vec<Vec<u8>>,
}

/// Numbers that often break parsers.
const NUMBERS: &[&str] = &[
    "0",
    "-1",
    "1",
    "9223372036854775807",
    "-9223372036854775808",
    "18446744073709551615",
    "4294967296",
    "65536",
    "99999999999999999999999999",
    "1e308",
    "0x7FFFFFFFFFFFFFFF",
];

/// The longest input that is made, in bytes.
const MAX_BYTES: usize = 1 << 14;

/// One broken input, from a corpus and a seed.
pub fn mutate(corpus: &[Vec<u8>], seed: u64) -> Vec<u8> {
    Mutator::new(corpus.to_vec(), seed).make()
}

impl Mutator {
    /// A source of inputs that break those of a corpus.
    pub fn new(corpus: Vec<Vec<u8>>, seed: u64) -> Self {
        let mut words: Vec<Vec<u8>> = corpus.iter().flat_map(|input| words(input)).collect();
        words.sort_unstable();
        words.dedup();
        Self {
            random: Random::new(seed),
            corpus,
            words,
        }
    }

    fn below(&mut self, n: usize) -> usize {
        self.random.index(n)
    }

    /// The next input.
    pub fn make(&mut self) -> Vec<u8> {
        if self.corpus.is_empty() {
            return Vec::new();
        }
        let at = self.below(self.corpus.len());
        let mut input = self.corpus[at].clone();
        for _ in 0..=self.below(4) {
            self.change(&mut input);
            if input.len() > MAX_BYTES {
                input.truncate(MAX_BYTES);
            }
        }
        input
    }

    /// Makes one change to an input. Equal seeds make equal changes.
    pub fn change_with(&mut self, input: &mut Vec<u8>, seed: u64) {
        self.random = Random::new(seed);
        self.change(input);
    }

    fn change(&mut self, input: &mut Vec<u8>) {
        let len = input.len();
        match self.below(9) {
            0 if len > 0 => {
                let (at, bit) = (self.below(len), self.below(8));
                input[at] ^= 1 << bit;
            }
            1 => {
                let (at, byte) = (self.below(len + 1), self.below(256));
                input.insert(at, byte as u8);
            }
            2 => drop(input.drain(self.piece(len))),
            3 => {
                let (piece, at) = (input[self.piece(len)].to_vec(), self.below(len + 1));
                for _ in 0..=self.below(3) {
                    input.splice(at..at, piece.iter().copied());
                }
            }
            4 => self.replace_word(input),
            5 => self.replace_number(input),
            6 => {
                let other = self.below(self.corpus.len());
                let piece = self.piece(self.corpus[other].len());
                let piece = self.corpus[other][piece].to_vec();
                let at = self.below(len + 1);
                input.splice(at..at, piece);
            }
            7 => {
                const BRACKETS: &[u8] = b"()[]{}<>\"@%^#!:,=-";
                let (at, n) = (self.below(len + 1), 1 << self.below(9));
                let byte = BRACKETS[self.below(BRACKETS.len())];
                input.splice(at..at, std::iter::repeat_n(byte, n));
            }
            _ => input.truncate(self.below(len + 1)),
        }
    }

    fn piece(&mut self, len: usize) -> std::ops::Range<usize> {
        let start = self.below(len + 1);
        let end = start + self.below((len - start).min(64) + 1);
        start..end
    }

    fn replace_word(&mut self, input: &mut Vec<u8>) {
        let places = spans(input, |byte| {
            byte.is_ascii_alphanumeric() || b"_.$".contains(&byte)
        });
        if places.is_empty() || self.words.is_empty() {
            return;
        }
        let (place, word) = (self.below(places.len()), self.below(self.words.len()));
        let word = self.words[word].clone();
        input.splice(places[place].clone(), word);
    }

    fn replace_number(&mut self, input: &mut Vec<u8>) {
        let places = spans(input, |byte| byte.is_ascii_digit());
        if places.is_empty() {
            return;
        }
        let (place, number) = (self.below(places.len()), self.below(NUMBERS.len()));
        input.splice(places[place].clone(), NUMBERS[number].bytes());
    }
}

fn words(input: &[u8]) -> impl Iterator<Item = Vec<u8>> {
    input
        .split(|byte| !(byte.is_ascii_alphanumeric() || b"_.$%@^#!".contains(byte)))
        .filter(|word| (1..40).contains(&word.len()))
        .map(<[u8]>::to_vec)
}

/// Runs of bytes of a kind.
fn spans(input: &[u8], is_in: impl Fn(u8) -> bool) -> Vec<std::ops::Range<usize>> {
    let mut ranges: Vec<std::ops::Range<usize>> = Vec::new();
    for (at, &byte) in input.iter().enumerate() {
        match ranges.last_mut() {
            _ if !is_in(byte) => {}
            Some(last) if last.end == at => last.end = at + 1,
            _ => ranges.push(at..at + 1),
        }
    }
    ranges
}

#[cfg(test)]
mod tests {
    use super::{Mutator, mutate};

    #[test]
    fn equal_seeds_make_equal_inputs_and_others_make_others() {
        let corpus = vec![
            b"func.func @f(%x: i32) { return }".to_vec(),
            b"a,0,1,2\n".to_vec(),
        ];
        assert_eq!(mutate(&corpus, 7), mutate(&corpus, 7));
        let mut mutator = Mutator::new(corpus, 1);
        let mut made: Vec<Vec<u8>> = (0..1000).map(|_| mutator.make()).collect();
        made.sort_unstable();
        made.dedup();
        assert!(made.len() > 800, "{}", made.len());
        assert!(Mutator::new(Vec::new(), 1).make().is_empty());
    }
}
