import { expect, test } from 'vitest'
import { inviteCodeIn } from './invite-code.ts'

test.each([
  ['before the #', '?deppCode=ABCD1234', '#/pages/index/index', 'ABCD1234'],
  ['behind it', '', '#/pages/common/register?code=ABCD1234', 'ABCD1234'],
  ['by the registration’s name', '', '#/pages/market/market?class=2&extension_code=ABCD1234', 'ABCD1234'],
  ['beside another query', '?utm=x', '#/pages/index/index?deppCode=ABCD1234', 'ABCD1234'],
  ['nowhere', '?x=1', '#/pages/index/index?class=2', undefined],
  ['but not as one', '', '#/?code=%3Cb%3E', undefined],
])('an invite code is found %s', (_, search, hash, code) => expect(inviteCodeIn({ search, hash })).toBe(code))
