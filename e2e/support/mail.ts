import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import PostalMime from 'postal-mime'
import { poll } from './poll.ts'

/** A mail as its reader sees it. */
export interface ReadMail {
  readonly subject: string
  readonly text: string
}

/** All mails to an address, oldest first, from the files a server without a mail service writes. */
export async function mailsTo(dataDir: string, address: string): Promise<ReadMail[]> {
  const folder = join(dataDir, 'outbox')
  if (!existsSync(folder)) return []
  const files = readdirSync(folder).filter((name) => name.includes(address) && name.endsWith('.eml'))
  return Promise.all(
    files.sort().map(async (name) => {
      const mail = await PostalMime.parse(readFileSync(join(folder, name)))
      return { subject: mail.subject ?? '', text: mail.text ?? '' }
    }),
  )
}

/** Waits for the `count`-th mail with a code to an address and returns the code; other mails are passed by. */
export const codeFor = (dataDir: string, address: string, count = 1): Promise<string> =>
  poll(`mail ${count} with a code to ${address}`, async () => {
    const codes = (await mailsTo(dataDir, address)).flatMap(({ text }) => /\b\d{6}\b/.exec(text)?.[0] ?? [])
    return codes[count - 1]
  })

/** Waits for the first SMS with a code to a number and returns the code. */
export const smsCodeFor = (dataDir: string, number: string): Promise<string> =>
  poll(`an SMS with a code to ${number}`, async () => {
    const folder = join(dataDir, 'outbox')
    if (!existsSync(folder)) return undefined
    const file = readdirSync(folder).find((name) => name.includes(number) && name.endsWith('.txt'))
    return file && /\b\d{6}\b/.exec(readFileSync(join(folder, file), 'utf8').replace(/^To: .*$/m, ''))?.[0]
  })
