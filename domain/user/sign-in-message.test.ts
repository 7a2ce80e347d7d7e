import { expect, test } from 'vitest'
import { signInMessage } from './sign-in-message.ts'

test('is written as EIP-4361 has it', () => {
  // The specification's example, without what is not used here.
  const message = signInMessage({
    domain: 'example.com',
    address: '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2',
    statement: 'I accept the ExampleOrg Terms of Service: https://example.com/tos',
    uri: 'https://example.com/login',
    chainId: 1,
    nonce: '32891756',
    issuedAtMs: Date.UTC(2021, 8, 30, 16, 25, 24),
    expiresAtMs: Date.UTC(2021, 8, 30, 16, 30, 24),
  })
  expect(message).toBe(`example.com wants you to sign in with your Ethereum account:
0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2

I accept the ExampleOrg Terms of Service: https://example.com/tos

URI: https://example.com/login
Version: 1
Chain ID: 1
Nonce: 32891756
Issued At: 2021-09-30T16:25:24.000Z
Expiration Time: 2021-09-30T16:30:24.000Z`)
})
