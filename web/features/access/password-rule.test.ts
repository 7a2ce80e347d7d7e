import { describe, expect, it } from 'vitest'
import { checkPassword } from '#domain/user/password.ts'
import { keeps, passwordParts } from './password-rule.ts'

describe('a password', () => {
  it.each([
    ['plumb271', []],
    ['', ['length', 'letter', 'digit', 'plain']],
    ['ab12', ['length']],
    ['abcdef', ['digit']],
    ['123456', ['letter']],
    ['abc 123', ['plain']],
    ['abc12!', ['plain']],
    ['ábc123', ['plain']],
  ])('%j breaks exactly %j', (password, broken) => {
    expect(passwordParts.filter((part) => !keeps(password, part))).toEqual(broken)
    const check = checkPassword(password, password)
    expect(!check.ok && check.code === 'PASSWORD_RULE').toBe(broken.length > 0)
  })
})
