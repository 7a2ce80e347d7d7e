/** Letters as dots, so that a watermark needs no font of the machine: five columns each, the lowest bit on top. */
const columns: Readonly<Record<string, string>> = {
  ' ': '0000000000',
  '#': '147f147f14',
  '-': '0808080808',
  '.': '0000606000',
  ':': '0000140000',
  '0': '3e5149453e',
  '1': '00427f4000',
  '2': '7249494946',
  '3': '2141494d33',
  '4': '1814127f10',
  '5': '2745454539',
  '6': '3c4a494931',
  '7': '4121110907',
  '8': '3649494936',
  '9': '464949291e',
  A: '7c1211127c',
  B: '7f49494936',
  C: '3e41414122',
  D: '7f4141413e',
  E: '7f49494941',
  F: '7f09090901',
  G: '3e41415173',
  H: '7f0808087f',
  I: '00417f4100',
  J: '2040413f01',
  K: '7f08142241',
  L: '7f40404040',
  M: '7f021c027f',
  N: '7f0408107f',
  O: '3e4141413e',
  P: '7f09090906',
  Q: '3e4151215e',
  R: '7f09192946',
  S: '2649494932',
  T: '03017f0103',
  U: '3f4040403f',
  V: '1f2040201f',
  W: '3f4038403f',
  X: '6314081463',
  Y: '0304780403',
  Z: '6159494d43',
}

export const LETTER_WIDTH = 6
export const LETTER_HEIGHT = 8

/** A text in letters that can be drawn; accents are left out, and other scripts. @example drawable('José 李') // 'JOSE ' */
export const drawable = (text: string): string =>
  [...text.normalize('NFKD').toUpperCase()].filter((letter) => columns[letter] !== undefined).join('')

/** Whether a text, drawn from the left in letters of six by eight dots, has one there. */
export function hasDot(text: string, x: number, y: number): boolean {
  const column = x % LETTER_WIDTH
  const code = columns[text[Math.floor(x / LETTER_WIDTH)] ?? ' ']
  if (code === undefined || column >= 5 || y >= LETTER_HEIGHT) return false
  return ((Number.parseInt(code.slice(column * 2, column * 2 + 2), 16) >> y) & 1) === 1
}
