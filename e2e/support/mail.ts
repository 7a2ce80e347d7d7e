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

/** Waits for the `count`-th mail to an address and returns the code in it. */
export async function codeFor(dataDir: string, address: string, count = 1): Promise<string> {
  const mail = await poll(
    `mail ${count} to ${address}`,
    async () => (await mailsTo(dataDir, address))[count - 1],
  )
  const code = /\b\d{6}\b/.exec(mail.text)?.[0]
  if (!code) throw new Error(`no code in: ${mail.text}`)
  return code
}
