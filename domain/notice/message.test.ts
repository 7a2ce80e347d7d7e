import { expect, test } from 'vitest'
import { namesAddress } from './message.ts'

test.each([
  'See plumb-help.com',
  'HTTPS://PLUMB.TEST/withdraw',
  'Open www plumb-help',
  'Write to help@plumb.test',
  'We are @plumbhelp on the other chat',
  'Ask ＠plumbhelp',
  'bitcoin://pay',
  'Go to plumb．com now',
  'Go to plumb。com now',
  'Go to plumb｡com now',
  'Look at пламб.рф',
  'Look at 例え.テスト',
  'xn--80ak6aa92e holds your money',
  'Open 192.0.2.17 in your browser',
  'plumb.co/pay',
  // Hosts that are hidden from a simple look.
  'пламб。рф',
  'plumb-help。中国',
  'plumb-help｡公司',
  'plumb-help.中国',
  'plumb-help .com',
  'plumb-help. com',
  'plumb-help . COM',
  'Plumb-Help.Com',
  'plumb-help.SHOP',
  'PLUMB-HELP.IO',
  't me/plumbhelp',
  't.me/plumbhelp',
  'ｐｌｕｍｂ．ｃｏｍ',
  // Addresses of chains.
  'Send it to TR7NHqjeKQGxTCi8q8ZY4pL8otSzgjLj6t',
  'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
  'Our account:0xdAC17F958D2ee523a2206206994597C13D831ec7.',
  '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa',
  // Those that hold money at a bank.
  'DE89 3704 0044 0532 0130 00',
  'DE89370400440532013000',
  'NO9386011117947',
  'GB29-NWBK-6016-1331-9268-19',
  'MT84 MALT 0110 0001 2345 MTLC AST0 01S',
  'to account 12345678',
  // Numbers to call.
  'Call +1 202 555 0147',
  'Call (202) 555-0147 now',
  '202.555.0147',
  '0086 138–0013–8000',
  '+442079460123',
  '２０２５５５０１４７',
  // Names in other chats.
  'Telegram: plumbhelp',
  'Telegram plumb_help today',
  'Find us on telegram plumbhelp.',
  'WhatsApp ID plumb24 is ours',
  'Add Signal: plumbhelp',
  'LINE ID: plumb',
  '请加微信plumbhelp',
  '微信号：plumbhelp',
  '텔레그램 plumbhelp',
  'テレグラム：plumbhelp',
])('%s names a place outside the app', (text) => {
  expect(namesAddress(text)).toBe(true)
})

test.each([
  'Your deposit of 1.50 BTC arrived at 12:30 UTC.',
  'We looked at it twice. Nothing is missing.',
  'Fees: 0.1, 0.25 and 1.5 per cent, e.g. of a sale',
  'Wir haben Ihnen geantwortet (siehe Hilfe).',
  '您的充值已到账。请查看资产页面。',
  '入金を確認しました。ご確認ください。',
  '입금이 확인되었습니다. 확인해 주세요.',
  'Il deposito è arrivato: 2.000,50 USDT.',
  'BTC/USDT, order W-12001',
  // A space is missing after a full stop.
  'Done.We checked.',
  'U.S.Dollar',
  'It arrived.USDT is in your wallet.',
  '已到账。USDT 在资产页面。',
  '已到账。中国用户请查看。',
  '입금되었습니다.확인해 주세요.',
  'Controllato. Io ho verificato. Net amount.',
  // Numbers of ours.
  'It is W-3189234567890123456, of 2026-11-29 12:30 UTC, for 1,234,567.89 USDT.',
  'Am 29.11.2026 kamen 1.234.567,89 USDT an.',
  'Le 29/11/2026: 1 234 567,89 USDT',
  '12345678.90 USDT and 0.00012345 BTC',
  'It was 12,345,678 USDT in 2026. 1500 USDT are held.',
  'Your reference is RF18 5390 0754 7034, in one word RF18539007547034.',
  'Loan L-00012, position 100234',
  // Other chats without a name in them.
  'We never write on Telegram or WhatsApp.',
  'Whoever writes to you on WeChat is not us.',
  '我们不会通过微信联系您。',
  'The signal came late; the line was busy.',
])('%s names none', (text) => {
  expect(namesAddress(text)).toBe(false)
})
