import * as operators from '#domain/support/console.ts'
import * as calls from '#domain/support/contract.ts'
import type { Customer, ProductTesting } from '#server/testing/product-testing.ts'

const hours = {
  ...{ monday: '08:00-18:00', tuesday: '08:00-18:00', wednesday: '08:00-18:00', thursday: '08:00-18:00' },
  ...{ friday: '08:00-18:00', saturday: 'closed', sunday: 'closed' },
} as const

/** Writes with a picture. Returns: the conversation and the picture. */
async function write(customer: Customer) {
  const supportPicture = await customer.newImage()
  const sent = { text: 'a matrix of calls', image: supportPicture }
  const { conversationId } = await customer.ask(calls.sendSupportMessage, sent)
  return {
    conversation: conversationId,
    supportPicture,
    supportLoose: await customer.newImage(),
  }
}

export const supportTesting: ProductTesting = {
  fields: {
    ...hours,
    text: 'a matrix of calls',
    title: 'Hello',
    language: 'en',
    stars: '5',
    url: '',
    email: '',
  },
  calls: [
    ...[calls.closeSupport, calls.rateSupport].map((call) => ({ call, things: { id: 'conversation' } })),
    // A number within one's own chat: another's cannot be named.
    { call: calls.readSupport, fields: { id: '1' } },
    { call: calls.sendSupportMessage, fields: { text: 'hello' }, things: { image: 'supportLoose' } },
    { call: calls.supportImage, things: { image: 'supportPicture' } },
    ...[
      operators.consoleConversation,
      operators.consoleSupportMessages,
      operators.assignSupport,
      operators.writeSupport,
      operators.readConsoleSupport,
      operators.closeConsoleSupport,
    ].map((call) => ({ call, things: { id: 'conversation' } })),
    { call: operators.consoleSupportImage, things: { id: 'conversation', image: 'supportPicture' } },
    { call: operators.removeCannedAnswer, fields: { id: '1' } },
    { call: operators.proposeSupportSettings, fields: { ...hours } },
  ],
  matrix: { doOneOfEach: write },
}
