import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { placeOtcOrder } from '#domain/otc/contract.ts'
import { ApiError } from './api-error.ts'
import type { HttpClient } from './http-client.ts'
import { ApiContext, useApiMutation } from './use-api.ts'

type Sender = ReturnType<typeof useApiMutation<typeof placeOtcOrder>>['send']

/** Hands its `send` out. */
function Placing({ repeats, give }: { repeats: boolean; give(send: Sender): void }) {
  give(useApiMutation(placeOtcOrder, { intent: ({ offerId }) => ({ offerId }), repeats }).send)
  return null
}

/** A component's `send`, what was sent of it, and with which key; each attempt fails with the next code. */
function place(repeats: boolean, codes: string[]) {
  const sent: { key: string | undefined; input: unknown }[] = []
  const http = {
    async request(_: unknown, input: unknown, { idempotencyKey: key }: { idempotencyKey?: string }) {
      sent.push({ key, input })
      throw new ApiError(codes.shift()!, 'words')
    },
  } as unknown as HttpClient
  let send: Sender | undefined
  renderToString(
    createElement(
      QueryClientProvider,
      { client: new QueryClient() },
      createElement(
        ApiContext,
        { value: http },
        createElement(Placing, { repeats, give: (given) => (send = given) }),
      ),
    ),
  )
  const at = (price: string) => send!({ offerId: '7', amount: '50', payment: 'domestic', price })
  return { at, sent }
}

test('what repeats is sent as it was after a lost answer, and anew after a refusal', async () => {
  const { at, sent } = place(true, ['NETWORK', 'OTC_PRICE_MOVED', 'NETWORK'])
  await at('1.003')
  await at('1.004')
  await at('1.005')
  expect(sent.map(({ input }) => input)).toMatchObject([
    { price: '1.003' },
    { price: '1.003' },
    { price: '1.005' },
  ])
  const [first, again, anew] = sent.map(({ key }) => key)
  expect(again).toBe(first)
  expect(anew).not.toBe(first)
})

test('what does not repeat is sent as it is now, with the key of its intent', async () => {
  const { at, sent } = place(false, ['NETWORK', 'NETWORK'])
  await at('1.003')
  await at('1.004')
  expect(sent).toMatchObject([
    { input: { price: '1.003' } },
    { key: sent[0]!.key, input: { price: '1.004' } },
  ])
})
