import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { allowed, refused } from '../errors.ts'
import { callingCodeIn, callingCodes } from './calling-codes.ts'
import { isCommonPassword } from './common-passwords.ts'
import { maskContact, readContact } from './contact.ts'
import { readNickname, readSignature } from './names.ts'
import { checkPassword, checkPayPassword } from './password.ts'
import { readPurpose } from './purposes.ts'

describe('a contact', () => {
  test.each([
    ['Ana.Lopez@Example.COM', {}, 'ana.lopez@example.com'],
    ['  demo@plumb.test ', {}, 'demo@plumb.test'],
    ['a+tag@b.co', {}, 'a+tag@b.co'],
    ['13800138000', {}, '+8613800138000'],
    ['138 0013-8000', { areaCode: '86' }, '+8613800138000'],
    ['+86 138 0013 8000', { areaCode: '34' }, '+8613800138000'],
    ['612345678', { areaCode: '34' }, '+34612345678'],
    ['612345678', { areaCode: '+34' }, '+34612345678'],
    ['07700 900123', { areaCode: '44' }, '+447700900123'],
    ['+447700900123', {}, '+447700900123'],
    ['0461234567', { areaCode: '39' }, '+390461234567'],
    ['+39 0461 234567', {}, '+390461234567'],
    ['07 07 12 34 56', { areaCode: '225' }, '+2250707123456'],
    ['01512345678', { areaCode: '49' }, '+491512345678'],
    ['+4901512345678', {}, '+491512345678'],
    ['00491512345678', {}, '+491512345678'],
    ['00 49 (0) 1512 345678', { areaCode: '34' }, '+491512345678'],
    ['1512345678', { areaCode: '490' }, '+491512345678'],
    ['512345678', { areaCode: '491' }, '+491512345678'],
    ['3595555', { areaCode: '1242' }, '+12423595555'],
    ['0086 138 0013 8000', {}, '+8613800138000'],
  ])('%s in %o is stored as %s', (typed, expected, value) => {
    expect(readContact(typed, expected)?.value).toBe(value)
  })

  test.each([
    ['', {}],
    ['@', {}],
    ['a@b', {}],
    ['a b@c.de', {}],
    ['a@b.de\r\nBcc: x@y.zz', {}],
    ['"><img src=x>@b.de', {}],
    ['аna@exаmple.com', {}],
    [`${'a'.repeat(65)}@b.de`, {}],
    [`a@${'b'.repeat(120)}.de`, {}],
    ['12800138000', {}],
    ['1380013800', {}],
    ['1234', { areaCode: '34' }],
    ['1234567890123456', { areaCode: '34' }],
    ['+86 612345678', {}],
    ['++34612345678', {}],
    ['١٣٨٠٠١٣٨٠٠٠', {}],
    ['612345678', { areaCode: '0' }],
    ['612345678', { areaCode: '999' }],
    ['+999612345678', {}],
    ['+49001512345678', {}],
    ['00', {}],
    ['+', {}],
    ['ana@example.com', { kind: 'mobile' as const }],
    ['13800138000', { kind: 'email' as const }],
  ])('%j in %o is none', (typed, expected) => {
    expect(readContact(typed, expected)).toBeUndefined()
  })

  test('reading what was stored gives the same again', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.emailAddress(), fc.stringMatching(/^[0-9 +-]{5,18}$/)),
        fc.constantFrom('86', '34', '39', '44', '1'),
        (typed, areaCode) => {
          const first = readContact(typed, { areaCode })
          if (first) expect(readContact(first.value, {})?.value).toBe(first.value)
        },
      ),
    )
  })

  test.each([
    ['512345678', { areaCode: '491' }, '49'],
    ['+14165550123', {}, '1'],
    ['3595555', { areaCode: '1242' }, '1'],
    ['+85291234567', {}, '852'],
    ['+79161234567', {}, '7'],
    ['13800138000', {}, '86'],
  ])('%s in %o is of the country that its digits say, %s', (typed, expected, areaCode) => {
    expect(readContact(typed, expected)).toMatchObject({ kind: 'mobile', areaCode })
  })

  test('no calling code begins another, so that digits say one country', () => {
    const codes = [...new Set(callingCodes.map(({ code }) => code))]
    for (const code of codes)
      expect(codes.filter((other) => code !== other && code.startsWith(other))).toEqual([])
    for (const code of codes) expect(callingCodeIn(`${code}612345678`)).toBe(code)
    expect(callingCodeIn('999612345678')).toBeUndefined()
  })

  test.each([
    ['demo@plumb.test', 'd***o@plumb.test'],
    ['a@b.de', 'a***@b.de'],
    ['+8613800138000', '+861******8000'],
    ['+34612345678', '+346****5678'],
    ['+3461234567', '+34******67'],
    ['+3461234', '+34***34'],
    ['+1234567', '+12***67'],
  ])('%s is shown as %s', (value, masked) => {
    expect(maskContact(value)).toBe(masked)
  })
})

describe('a sign-in password', () => {
  test.each(['mapleTree7', '7riverstone', 'x9y8z7w6', 'Zeitgeist4All'])('%s is taken', (password) => {
    expect(checkPassword(password, password)).toEqual(allowed({}))
  })

  test.each([
    '',
    'a1b2c',
    'abcdef',
    '123456',
    'abc 123',
    'abc123!',
    'пароль1',
    'ａｂｃ１２３',
    `a1${'x'.repeat(63)}`,
  ])('%j breaks the rule', (password) => {
    expect(checkPassword(password, password)).toEqual(refused('PASSWORD_RULE'))
  })

  test.each([
    'abc123',
    'Password1',
    'qwerty123',
    '123abc',
    'iloveyou1',
    '1q2w3e4r',
    'P4ssw0rd',
    'welcome2024',
    '5201314a',
  ])('%s is too common', (password) => {
    expect(checkPassword(password, password)).toEqual(refused('PASSWORD_TOO_COMMON'))
  })

  test('its repetition must be equal to the letter', () => {
    expect(checkPassword('mapleTree7', 'mapletree7')).toEqual(refused('PASSWORDS_DIFFER'))
  })

  test('whatever is taken is long enough, mixed, plain and not common', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 12 }), (password) => {
        if (!checkPassword(password, password).ok) return
        expect(password).toMatch(/^[A-Za-z0-9]{6,}$/)
        expect(password).toMatch(/\d/)
        expect(password).toMatch(/[A-Za-z]/)
        expect(isCommonPassword(password)).toBe(false)
      }),
    )
  })

  test('a pay password may be digits alone', () => {
    expect(checkPayPassword('493817', '493817')).toEqual(allowed({}))
    expect(checkPayPassword('49381', '49381')).toEqual(refused('PAY_PASSWORD_RULE'))
    expect(checkPayPassword('4938-1', '4938-1')).toEqual(refused('PAY_PASSWORD_RULE'))
    expect(checkPayPassword('493817', '493818')).toEqual(refused('PASSWORDS_DIFFER'))
  })
})

describe('T66: a name', () => {
  test.each(['Ana', '李雷', 'José 7', 'सीता', '홍길동', 'ヴィクトル', 'Ａｎａ', 'Łukasz'])(
    '%s may be a nickname',
    (typed) => {
      expect(readNickname(typed)).toEqual({ ok: true, nickname: typed.normalize('NFKC') })
    },
  )

  test.each([
    'A',
    'elevenchars',
    '<img src=x>',
    'Ana\u200bLee',
    'Ana\u202eLee',
    'a  b',
    '=SUM(A1)',
    '@ana',
    'Ivаn',
    'e\u0301\u0301\u0301\u0301x',
    '👍👍',
    'a\tb',
  ])('%j may not be a nickname', (typed) => {
    expect(readNickname(typed)).toEqual(refused('NICKNAME_INVALID'))
  })

  test.each([
    'Plumb',
    'PIumb',
    'p l u m b',
    'Officiai',
    '0fficial',
    'Súpport',
    'Adm1n',
    'adm!n',
    '0fficial@',
    'sup-port',
    's.t.a.f.f',
    '官方客服',
    '支持',
    '⽀持',
    '技术支援',
    '幫助中心',
    'ヘルプ',
    '지원센터',
    'Ayuda 24',
    'Aiuto',
    '平台管理员',
    '운영자',
    'Soporte',
    'サポート係',
    'рlumb'.replace('р', 'P'),
  ])('%s could be taken for staff', (typed) => {
    expect(readNickname(typed)).toEqual(refused('NICKNAME_RESERVED'))
  })

  test('length counts what a reader sees, not bytes', () => {
    expect(readNickname('नमस्ते').ok).toBe(true)
    expect(readNickname('क्षि').ok).toBe(false)
  })

  test.each([
    ['Slow and steady, always.', true],
    ['慢慢来，比较快。', true],
    ['x', false],
    ['x'.repeat(31), false],
    ['Tom & Co #1 @home', true],
    ["O'Neil (a/b)", true],
    ['1 + 1: two!?', true],
    ['<script>', false],
    ['a "quote"', false],
    ['100% sure', false],
    ['a_b*c', false],
    ['=1+1', false],
    ['line\nbreak', false],
  ])('signature %j: %s', (typed, isTaken) => {
    expect(readSignature(typed).ok).toBe(isTaken)
  })
})

describe('what a code is for', () => {
  const visitor = { isSignedIn: false, contactKind: 'email' } as const
  const byMail = { isSignedIn: true, contactKind: 'email' } as const
  const bySms = { isSignedIn: true, contactKind: 'mobile' } as const
  test.each([
    ['a visitor', {}, visitor, 'register'],
    ['a visitor who says what kind of contact it is', { kind: 'mobile' }, visitor, 'register'],
    ['a visitor with a purpose as type', { kind: 'forget' }, visitor, 'forget'],
    ['a customer, by mail', {}, byMail, 'email'],
    ['a customer, by SMS', {}, bySms, 'mobile'],
    ['a customer with a kind of contact', { kind: 'mobile' }, byMail, 'mobile'],
    ['a customer with a purpose as type', { kind: 'pay-password' }, byMail, 'pay-password'],
    ['what is said goes before', { purpose: 'register', kind: 'email' }, byMail, 'register'],
  ] as const)('%s', (_, said, who, purpose) => expect(readPurpose(said, who)).toBe(purpose))
})
