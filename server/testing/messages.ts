import type { Message } from '#server/platform/outbox.ts'

/** Where a message goes: an address, a number, or a browser's endpoint. */
export function receiverOf(message: Message): string {
  if (message.kind === 'mail') return message.mail.to
  return message.kind === 'sms' ? message.sms.to : message.push.endpoint
}
