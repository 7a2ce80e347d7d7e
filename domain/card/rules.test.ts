import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cardFields, decideCard, isAba, isSameName, isSwiftCode, readCardNumber } from './rules.ts'

const domestic = {
  ...{ realName: 'Ana Ferrer', bankName: 'Banco Azul', cardNumber: '4111 1111 1111 1111', branch: 'Lisboa' },
}
const international = {
  ...domestic,
  ...{ aba: '021000021', bankAddress: '1 Wall Street, New York', network: 'swift', swiftCode: 'chasus33' },
  ...{ phone: '+351 912 345 678', address: 'Rua Augusta 12, Lisboa' },
}

test.each([
  ['4111 1111 1111 1111', '4111111111111111'],
  ['4111-1111-1111-1111', '4111111111111111'],
  ['378282246310005', '378282246310005'],
  ['6304000000000000', '6304000000000000'],
  ['4111111111111112', undefined],
  ['0000000000000000', undefined],
  ['41111111111', undefined],
  ['41111111111111111111', undefined],
  ['４111111111111111', undefined],
  ['4111x1111111111111', undefined],
])('a card number %s is read as %s', (typed, number) => {
  expect(readCardNumber(typed)).toBe(number)
})

test('T70: of ten last digits one alone makes a card number', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[1-9]\d{14}$/), (digits) => {
      const right = [...'0123456789'].filter((last) => readCardNumber(digits + last) !== undefined)
      expect(right).toHaveLength(1)
    }),
  )
})

test.each([
  ['021000021', true],
  ['011401533', true],
  ['021000022', false],
  ['000000000', false],
  ['02100002', false],
  ['02100002a', false],
])('%s is an ABA number: %s', (typed, is) => {
  expect(isAba(typed)).toBe(is)
})

test.each([
  ['DEUTDEFF', true],
  ['DEUTDEFF500', true],
  ['CHASUS33XXX', true],
  ['DEUTDEFF50', false],
  ['DEUTXXFF', false],
  ['D3UTDEFF', false],
  ['DEUTDEFF5001', false],
])('%s is a SWIFT code: %s', (typed, is) => {
  expect(isSwiftCode(typed)).toBe(is)
})

test.each([
  ['Ana Ferrer', 'FERRER ANA', true],
  ['José  Núñez', 'Jose Nunez', true],
  ["Sean O'Neill", 'SEAN O NEILL', true],
  ['王小明', '王小明', true],
  ['Ana Ferrer', 'Ana Ferrer Silva', false],
  ['Ana Ferrer', 'Anna Ferrer', false],
  ['Ana', '', false],
])('%s and %s are one name: %s', (one, other, is) => {
  expect(isSameName(one, other)).toBe(is)
})

test('a card is kept by its digits, and a SWIFT code in capitals', () => {
  expect(decideCard('domestic', domestic)).toMatchObject({
    ok: true,
    details: { ...domestic, cardNumber: '4111111111111111' },
  })
  expect(decideCard('international', international)).toMatchObject({
    ok: true,
    details: { swiftCode: 'CHASUS33' },
  })
})

test('every field is required', () => {
  for (const [kind, card] of [
    ['domestic', domestic],
    ['international', international],
  ] as const)
    for (const field of cardFields[kind])
      expect(decideCard(kind, { ...card, [field]: undefined })).toMatchObject({
        code: 'FIELDS_REQUIRED',
        params: { field },
      })
})

test.each([
  ['cardNumber', '4111111111111112', 'CARD_NUMBER_INVALID'],
  ['aba', '021000022', 'ABA_INVALID'],
  ['swiftCode', 'CHAS', 'SWIFT_CODE_INVALID'],
  ['phone', 'call me', 'CARD_PHONE_INVALID'],
  ['phone', '12345', 'CARD_PHONE_INVALID'],
])('a wrong %s is refused', (field, value, code) => {
  expect(decideCard('international', { ...international, [field]: value })).toMatchObject({
    code,
    params: { field },
  })
})
