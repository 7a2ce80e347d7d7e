import { expect, test } from 'vitest'
import { openTestApp } from './app.ts'
import { optionCustomers } from './option.ts'
import { customerWith } from './spot.ts'

test('customers whom an engine alone knows have no number that one of the app has or will have', async () => {
  const app = await openTestApp()
  try {
    const known = [await customerWith(app.db, { USDT: '1' }), ...(await optionCustomers(app, 1))]
    const others = [await app.newCustomer(), await app.newCustomer(), await app.newCustomer()].map(
      ({ id }) => id,
    )
    expect(new Set([...known, ...others]).size).toBe(5)
  } finally {
    await app.close()
  }
})
