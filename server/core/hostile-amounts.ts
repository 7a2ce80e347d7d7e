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
  - + -0.01 -50 000 0.00000000 0..1 ..5 5.. 0,5 5,0 1,000.00 1.000,00 1__0 010 0o17 0b11 0X1F 0d5 10n None +Infinity
  1e0 1e1 1E1 1e-1 1e+2 1.5e3 5E+0 1E 9e99 1E400 1e-7 1e-19 4.9e-324 1.7976931348623157e308 five cinco 五 十 五十
  92233720368547758070 9007199254740993000000 1000000000000 0.00000000001 1.123456789012 0.1234567890123456789
  1.99999999999999999999 １２ １.５ 1.１ ５ -５ ０ ٥ ١ ৫ Ⅴ ⑤ 𝟓 𝟝 1،5 5٫0 5·0 ‐5 ➖5 ＋5 5́ 1:2 1;2 2+3 2-1 2^8 2**8 5=5 5|5
  5! {5} "5" '5' 5'-- %00 Math.PI this __proto__ constructor toString valueOf
`
const sized = [21, 40, 41, 42, 43, 64, 400, 1_000, 4_000].map((length) => '9'.repeat(length))
const precise = [
  `1.${'0'.repeat(21)}`,
  `0.${'1'.repeat(41)}`,
  `0.${'0'.repeat(20)}1`,
  `0.${'0'.repeat(30)}1`,
  `1.${'0'.repeat(40)}1`,
]
/** Space, no-break, thin, zero-width, direction marks, byte order mark, line ends, controls, half a character. */
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
  '\r',
  '\0',
  '\u0007',
  '\b',
  '\u001b',
  '\u2066',
  '\ud800',
]
const around = invisible.flatMap((character) => [`1${character}`, `${character}1`, `1${character}0`])

const others = [
  '$'.concat('{5}'),
  ...['', ' ', '1 USDT', 'USDT 1', '1 000', '1\u202f000', '[object Object]', '5 OR 1=1', "1' OR '1'='1"],
  ...['1 UNION SELECT 1', '5; DROP TABLE account'],
]

export const hostileAmounts: readonly string[] = [
  ...new Set([...visible.trim().split(/\s+/), ...sized, ...precise, ...around, ...others]),
]
