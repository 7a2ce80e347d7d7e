import { expect, test } from 'vitest'
import { ApiError } from '#web/app/api-error.ts'
import { fieldError, formError } from './field-error.ts'

test.each(['PASSWORD_WRONG', 'PAY_PASSWORD_WRONG', 'PAY_PASSWORD_LOCKED'])(
  '%s of the old password stands at its field, and not above the button too',
  (code) => {
    const error = new ApiError(code, 'as the server says it')
    expect(fieldError(error, 'oldPassword')).toBe('as the server says it')
    expect(fieldError(error, 'password')).toBeUndefined()
    expect(formError(error)).toBeUndefined()
  },
)

test('what belongs at no field stands above the button', () => {
  const error = new ApiError('TOO_MANY_REQUESTS', 'as the server says it')
  expect(fieldError(error, 'oldPassword')).toBeUndefined()
  expect(formError(error)).toBe('as the server says it')
})
