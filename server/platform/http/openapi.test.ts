import { expect, test } from 'vitest'
import { customerChannels, customerEndpoints } from '#server/contract.ts'
import { openApi } from './openapi.ts'

test('the published contract tells the socket’s channels beside the paths', () => {
  const contract = openApi(customerEndpoints, 'Plumb', '1', customerChannels) as {
    'x-channels': { name: string; subscribe: unknown; payload: unknown }[]
  }
  expect(contract['x-channels'].map(({ name }) => name)).toEqual([
    'quotes',
    'quotes:{class}',
    'candles:{symbol}:{period}',
    'position',
    'contract-order',
    'copy',
    'deposit',
    'listing',
    'notice',
    'option',
    'otc',
    'book:{symbol}',
    'book_rows:{symbol}:{step}',
    'trades:{symbol}',
    'orders',
    'support',
    'balance',
  ])
  expect(contract['x-channels'][2]).toMatchObject({
    event: 'candle',
    access: 'public',
    subscribe: ['subscribe', ['candles:{symbol}:{period}']],
    parameters: { required: ['symbol', 'period'] },
    payload: { required: ['symbol', 'period', 'candle'] },
  })
  expect(contract['x-channels'][14]).toMatchObject({ access: 'user', subscribe: null })
})

test('the published contract has answers in the wire’s names', () => {
  const contract = openApi(customerEndpoints, 'Plumb', '1')
  const answer = (path: string) =>
    // biome-ignore lint/suspicious/noExplicitAny: a document of another standard
    (contract as any).paths[path].get.responses[200].content['application/json'].schema.anyOf[0].properties
      .data
  const profile = answer('/api/user/info')
  expect(profile.properties).toHaveProperty('head_portrait')
  expect(profile.required).toContain('head_portrait')
  expect(profile.required).not.toContain('portrait')
  expect(answer('/api/wallet/getRateCurrency').properties.list.items.required).toContain('currency_code')
})
