import { join } from 'node:path'
import webPush from 'web-push'
import { readOrCreate } from '../atomic-file.ts'

/** The key pair by which push services know this installation, in base64url. */
export interface PushKeys {
  readonly publicKey: string
  readonly privateKey: string
}

const isKey = (value: unknown, bytes: number): value is string =>
  typeof value === 'string' && Buffer.from(value, 'base64url').length === bytes

/**
 * The keys of `DATA_DIR/keys/push`, created on first use with mode 0600. Browsers subscribed with them: with others
 * each would have to subscribe again.
 *
 * Refuses: with one clear sentence when the file does not hold them; it is never replaced.
 */
export async function openPushKeys(dataDir: string): Promise<PushKeys> {
  const path = join(dataDir, 'keys', 'push')
  const file = await readOrCreate(path, () => `${JSON.stringify(webPush.generateVAPIDKeys())}\n`)
  const keys = readKeys(file)
  if (!isKey(keys.publicKey, 65) || !isKey(keys.privateKey, 32))
    throw new Error(`the keys in ${path} must be a publicKey and a privateKey, as it was written`)
  return { publicKey: keys.publicKey, privateKey: keys.privateKey }
}

function readKeys(file: Buffer): Readonly<Record<string, unknown>> {
  try {
    return Object(JSON.parse(file.toString())) as Record<string, unknown>
  } catch {
    return {}
  }
}
