import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { compareText } from '../src/lib/text.ts';
import { TextPile } from '../src/lib/text-pile.ts';

const unit = fc.constantFrom('a', 'b', ' ', 'é', 'ก', 'า', '้', 'ກ', 'າ', '\u0eff', '\u0dff', '\uffff', '😀', '\ufb01');
const text = fc.string({ unit, maxLength: 6 });
const part = fc.string({ unit, minLength: 1, maxLength: 3 });

function pileOf(texts: readonly string[]): TextPile {
  const pile = new TextPile();
  pile.append(texts.join('\0'));
  return pile;
}

const placesOf = (has: Uint8Array): number[] => [...has.keys()].filter((place) => has[place] === 1);

function holds(pile: TextPile, texts: readonly string[], wanted: string): void {
  const places = texts.flatMap((one, place) => (one.includes(wanted) ? [place] : []));
  const { has, count } = pile.having(wanted, pile.having('a').has);
  assert.deepEqual([placesOf(has), count], [places, places.length]);
}

test('a part is found in exactly the texts that have it, and each text stays what it is', () => {
  fc.assert(
    fc.property(fc.array(text, { minLength: 1, maxLength: 40 }), part, (texts, wanted) => {
      if (texts.length === 1 && texts[0] === '') return;
      const pile = pileOf(texts);
      holds(pile, texts, wanted);
      for (const [place, one] of texts.entries()) assert.equal(pile.at(place), one);
    }),
  );
});

test('the same after some of many texts were changed and others added', () => {
  const change = fc.record({ place: fc.nat(1_300), text });
  fc.assert(
    fc.property(
      fc.array(text, { minLength: 950, maxLength: 1_050 }),
      fc.array(change),
      part,
      (before, changes, wanted) => {
        const texts = [...before];
        const pile = pileOf(texts);
        const put = new Map<number, string>();
        for (const { place, text } of changes) {
          const own = Math.min(place, texts.length);
          texts[own] = text;
          put.set(own, text);
        }
        pile.put(put);
        holds(pile, texts, wanted);
        assert.deepEqual(
          texts.map((_, place) => pile.at(place)),
          texts,
        );
      },
    ),
    { numRuns: 20 },
  );
});

test('texts that come in several pieces are as if they came in one', () => {
  const many = fc.array(fc.string({ unit, minLength: 1, maxLength: 6 }), { minLength: 1, maxLength: 600 });
  fc.assert(
    fc.property(fc.array(many, { maxLength: 4 }), part, (pieces, wanted) => {
      const pile = new TextPile();
      for (const piece of pieces) pile.append(piece.join('\0'));
      const texts = pieces.flat();
      holds(pile, texts, wanted);
      assert.deepEqual(
        texts.map((_, place) => pile.at(place)),
        texts,
      );
    }),
  );
});

test('texts compare as they do outside', () => {
  fc.assert(
    fc.property(text, text, (a, b) => {
      const pile = pileOf([a, b, 'end']);
      assert.equal(Math.sign(pile.compare(0, 1)), Math.sign(compareText(a, b)));
    }),
  );
});

test('nothing is found in no texts, and no part that texts cannot have', () => {
  const pile = pileOf([]);
  assert.deepEqual(pile.having('a'), { has: new Uint8Array(0), count: 0 });
  pile.put(
    new Map([
      [0, 'ab'],
      [1, 'ba'],
    ]),
  );
  holds(pile, ['ab', 'ba'], 'b');
  assert.equal(pile.having('b\0b').count, 0);
});
