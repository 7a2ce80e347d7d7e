import { expect, test } from 'vitest'
import { createSignInLimits } from './sign-in-limits.ts'

const never = async () => false

test('who guesses from many addresses of one IPv6 network is one who guesses', async () => {
  const limits = createSignInLimits()
  for (let guess = 1; guess <= 5; guess++) await limits.attempt('ana', `2001:db8:1:1::${guess}`, never)
  await expect(limits.attempt('ana', '2001:db8:1:1::6', never)).rejects.toMatchObject({
    code: 'TOO_MANY_REQUESTS',
  })
  await limits.attempt('ana', '2001:db8:1:2::1', never)
})

test('a right password takes attempts back for the network they came from', async () => {
  const limits = createSignInLimits()
  for (let guess = 1; guess <= 5; guess++) await limits.attempt('ana', `2001:db8:1:1::${guess}`, never)
  await limits.succeeded('ana', '2001:db8:1:1::9')
  await limits.attempt('ana', '2001:db8:1:1::a', never)
})

test('who guesses from a network each time another, within one provider’s customer, is one who guesses', async () => {
  const limits = createSignInLimits()
  let guesses = 0
  for (let network = 0; network < 1_000; network++) {
    const from = `2001:db8:1:${network.toString(16)}::1`
    guesses += await limits.attempt('ana', from, never).then(
      () => 1,
      () => 0,
    )
  }
  // A /48 has four times the guesses of a /64, and the account is left to its owner.
  expect(guesses).toBe(20)
  await limits.attempt('ana', '2001:db8:2::1', never)
})
