import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { pageFiles } from '../build/page-files.ts'
import { frameOf } from './frame.ts'

test.each([
  ['/pages/transaction/currency', 'rail', 'full', 'trade'],
  ['/pages/transaction/contract', 'rail', 'full', 'trade'],
  ['/pages/transaction/contract_order', 'bar', 'full', 'trade'],
  ['/pages/transaction/index2', 'rail', 'full', 'trade'],
  ['/pages/transaction/seconds_order', 'bar', 'full', 'trade'],
  ['/pages/historyList/historyList', 'bar', 'full', 'trade'],
  ['/pages/transaction/index', 'rail', 'full', 'trade'],
  ['/pages/transaction/currency_order', 'bar', 'full', 'trade'],
  ['/pages/index/index', 'bar', 'full', 'home'],
  ['/pages/market/market', 'bar', 'wide', 'market'],
  ['/pages/fund/select', 'bar', 'column', 'account'],
  ['/pages/setting/bill', 'bar', 'column', 'account'],
  ['/pages/verify/balance', 'bar', 'wide', 'account'],
  ['/pages/setting/security', 'bar', 'listed', 'settings'],
  ['/pages/setting/passkeys', 'bar', 'listed', 'settings'],
  ['/pages/StartVerification/StartVerification', 'bar', 'listed', 'settings'],
  ['/pages/language/language', 'bar', 'listed', 'settings'],
  ['/pages/copytrade/copy', 'bar', 'wide', undefined],
  ['/pages/otc/order', 'bar', 'wide', undefined],
  ['/pages/loan/loan', 'bar', 'wide', 'loan'],
  ['/pages/common/login', 'bar', 'column', undefined],
] as const)('%s stands beside the %s, as wide as a %s', (pathname, side, width, section) =>
  expect(frameOf(pathname)).toEqual({ side, width, section }),
)

test('every page beside the list of settings is as wide as the others, so that the list keeps its place', () => {
  const framed = Object.entries(pageFiles()).filter(([, file]) =>
    /<(SettingsFrame|LevelForm|CardsPage)\b/.test(
      readFileSync(join(import.meta.dirname, '..', file), 'utf8'),
    ),
  )
  expect(framed.length).toBeGreaterThan(20)
  const wrong = framed.filter(([route]) => {
    const { width, section } = frameOf(`/${route}`)
    return width !== 'listed' || section !== 'settings'
  })
  expect(wrong).toEqual([])
})
