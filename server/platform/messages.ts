import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import nodemailer from 'nodemailer'
import type { Mail, Message, Sms } from '#server/platform/outbox.ts'
import { writeFileAtomic } from './atomic-file.ts'
import { createFolder } from './folder.ts'

export interface MessageSettings {
  readonly mailUrl: string | undefined
  readonly mailFrom: string
  readonly smsUrl: string | undefined
  readonly dataDir: string
}

/** A message that a person reads as it is. */
type Written = Exclude<Message, { kind: 'push' }>

/**
 * Sends mail by `MAIL_URL`, from `MAIL_FROM`, and SMS by `SMS_URL`. Without them each message is a file in
 * `DATA_DIR/outbox` (`.eml`, `.txt`), so that a start with nothing set up can still be used.
 */
export function createSender(settings: MessageSettings): (message: Written) => Promise<void> {
  const folder = join(settings.dataDir, 'outbox')
  const transport = settings.mailUrl
    ? nodemailer.createTransport(settings.mailUrl)
    : nodemailer.createTransport({ streamTransport: true, buffer: true, newline: 'unix' })

  async function sendMail(mail: Mail): Promise<void> {
    const sent = (await transport.sendMail({ from: settings.mailFrom, ...mail })) as {
      message?: Buffer
    }
    if (!settings.mailUrl) await writeFile(`${fileName(mail.to)}.eml`, sent.message!)
  }

  async function sendSms(sms: Sms): Promise<void> {
    if (!settings.smsUrl) return writeFile(`${fileName(sms.to)}.txt`, `To: ${sms.to}\n\n${sms.text}\n`)
    const answer = await fetch(settings.smsUrl, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(sms),
      // The text has a code in it: it goes to the address of the settings, and nowhere else.
      redirect: 'error',
      signal: AbortSignal.timeout(10_000),
    })
    if (!answer.ok) throw new Error(`the SMS gateway answered ${answer.status}`)
  }

  /** Written atomically. */
  async function writeFile(name: string, content: string | Buffer): Promise<void> {
    createFolder(folder)
    await writeFileAtomic(join(folder, name), content)
  }

  const fileName = (to: string) =>
    `${Date.now()}-${to.replace(/[^\w@.+-]/g, '_').slice(0, 60)}-${randomUUID().slice(0, 8)}`

  return (message) => (message.kind === 'mail' ? sendMail(message.mail) : sendSms(message.sms))
}
