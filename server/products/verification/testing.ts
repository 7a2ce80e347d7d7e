import * as calls from '#domain/verification/console.ts'
import { eraseVerification, verificationPicture } from '#domain/verification/contract.ts'
import type { ProductTesting } from '#server/testing/product-testing.ts'

export const verificationTesting: ProductTesting = {
  fields: {
    ...{ tier: 'basic', idType: 'passport', idNumber: 'X1234567', name: 'Ana Ferrer', realType: 'number' },
    ...{ firstName: 'Ana', lastName: 'Ferrer', birthday: '1988-05-14', gender: 'female' },
    ...{ phone: '+34612345678', email: 'ana@example.com', picture: 'front' },
    ...{ untilMs: '1', signature: 'A'.repeat(43) },
  },
  calls: [
    // Nothing erases: the customers of these tests stay verified.
    { call: eraseVerification, fields: { confirm: 'no' } },
    { call: verificationPicture, things: { id: 'image' } },
    {
      call: calls.refuseVerification,
      fields: { name: 'It is another’s', country: 'It is another', address: 'It is another' },
    },
  ],
}
