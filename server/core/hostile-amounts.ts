/**
 * Texts that no money field may take as an amount of USDT (or anything of at most seven decimals), for
 * tests: signs, exponents, other bases, separators, too many decimals, too large, other scripts' digits,
 * invisible characters, and what breaks careless parsers.
 */
const visible = String.raw`
  0 0.0 00 -1 -0 +1 1e3 1E3 1e-3 1e308 1e400 0x10 0x1p3 0b1 0o7 1p3 NaN nan -NaN Infinity -Infinity inf null
  undefined true false [] [1] {} {"a":1} () (1) 1,000 1,5 1.000,50 1_000 1'000 .5 5. . .. 1.2.3 1..2 1.0.0 --1 ++1
  +-1 1- 1+ 1/2 1*2 1% 1%25 %31 $1 1$ €1 1€ ¥1 £1 01 007 00.1 0001 1.00000001 0.00000001 0.00000000000000000001
  1.123456789012345678901 99999999999999999999 922337203685.4775808 922337203685477580.7 9223372036854775807
  9223372036854775808 18446744073709551615 18446744073709551616 340282366920938463463374607431768211456
  １ １．５ 1．5 ٣ ۵ ५ ๑ 一 壹 ① ⑴ Ⅷ ¹ ½ ⅓ ₁ 𝟏 １,０００ ١٫٥ 1٫5 1٬000 1·5 1‚5 1、5 1。5 −1 –1 —1 1– 〇 零 百 万 億
  1'or'1'='1 1;drop 1;-- 1-- 1/* 1) ' " ${'`'}1${'`'} \${1} {{1}} <1> <script> \1 \n1 \x31 \u0031 &#49; ../1 //1 |1 1|2 &1 1&&2
  =1 =1+1 @1 1@ :1 1:1 1; ;1 ?1 1? < > 1<2 1>0 ~1 !1 ^1 1^2 #1 1# one zero ten max all MAX_INT half 1k 1K 1m 1M 1mm
  1n 1f 1d 1L 1u 1i 1j 1.5f 0.1e1 1.0e0 1e 1e+ e1 E 0e0 0e5 0x 0x0 0xFF 0X1 00000000 0.0000000 0.00 0.000000000000
  1USDT USDT BTC USDT1 1BTC 1usdt 1.-5 -.5 +.5 -1e5 -0.0 +0 -5.5 --5 1.e5 1.5.e 1e1.5 1,2,3 1.2,3 ,1 1, ,
`
const sized = [21, 42, 43, 64, 1_000].map((length) => '9'.repeat(length))
const precise = [`1.${'0'.repeat(21)}`, `0.${'1'.repeat(41)}`, `0.${'0'.repeat(20)}1`]
/** Space, no-break, thin, zero-width, direction marks, byte order mark, line ends, tab, nul. */
const invisible = [
  ' ',
  '\u00a0',
  '\u2009',
  '\u200b',
  '\u200e',
  '\u202e',
  '\ufeff',
  '\n',
  '\r\n',
  '\u2028',
  '\t',
  '\0',
]
const around = invisible.flatMap((character) => [`1${character}`, `${character}1`, `1${character}0`])

export const hostileAmounts: readonly string[] = [
  ...new Set([...visible.trim().split(/\s+/), ...sized, ...precise, ...around, '1 USDT', 'USDT 1', '1 000']),
]
