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
])('%s names none', (text) => {
  expect(namesAddress(text)).toBe(false)
})
