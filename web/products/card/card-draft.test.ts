import { expect, test } from 'vitest'
import { useClient } from '#web/app/client-state.ts'
import { usePicked } from '#web/features/access/picked.ts'
import { draftNow, leaveForCountry, withCountry } from './card-draft.ts'

test('an address gets its country at the end, once', () => {
  const once = withCountry({ address: 'Rua Augusta 12, Lisboa' }, 'address', 'PT')
  expect(once).toEqual({ address: 'Rua Augusta 12, Lisboa, Portugal' })
  expect(withCountry(once, 'address', 'PT')).toEqual(once)
  expect(withCountry({ bankName: 'Azul' }, 'bankAddress', 'PT')).toEqual({
    bankName: 'Azul',
    bankAddress: 'Portugal',
  })
})

test('what was typed comes back with the country to the same customer, and to nobody else', () => {
  const before = useClient.getState()
  const asCustomer = (uid: string) =>
    useClient.setState({ user: { ...before.user, uid } as NonNullable<typeof before.user> })
  try {
    asCustomer('10000')
    leaveForCountry({ cardNumber: '4111', bankAddress: '1 Main St' }, 'bankAddress')
    expect(draftNow()).toEqual({ cardNumber: '4111', bankAddress: '1 Main St' })
    usePicked.setState({ country: 'ES' })
    expect(draftNow()).toEqual({ cardNumber: '4111', bankAddress: '1 Main St, Spain' })
    asCustomer('10001')
    expect(draftNow()).toBeUndefined()
  } finally {
    useClient.setState(before, true)
    usePicked.setState({ country: undefined })
  }
})
