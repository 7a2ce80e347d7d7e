import { expect, test } from 'vitest'
import type { SupportConversation } from '#domain/support/contract.ts'
import { presenceOf } from './presence.ts'

const chat = (status: SupportConversation['status']): SupportConversation => ({
  ...{ id: '1', reference: 'C-1', status, openedAtMs: 0, closedAtMs: null, stars: null },
})

test('an agent who has the chat is there also outside the hours', () => {
  expect(presenceOf({ isOpen: false, conversation: chat('active') })).toBe('agent')
  expect(presenceOf({ isOpen: false, conversation: chat('waiting') })).toBe('away')
  expect(presenceOf({ isOpen: false, conversation: chat('closed') })).toBe('away')
  expect(presenceOf({ isOpen: false, conversation: null })).toBe('away')
  expect(presenceOf({ isOpen: true, conversation: chat('active') })).toBe('here')
})
