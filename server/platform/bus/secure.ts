import { createHmac } from 'node:crypto'
import type { ConnectionOptions, TlsOptions } from 'node:tls'
import { SECOND_MS } from '#domain/time.ts'

/** What both ends must have. */
export interface BusKey {
  readonly key: Buffer
  /** Of the product: calls are forwarded as one version reads them, and carried out by the same. */
  readonly version: string
}

/** How long an end may take to prove itself. */
export const PROOF_WITHIN_MS = 5 * SECOND_MS

/**
 * TLS by a key that both ends have: each proves it to the other before a value is read, and nobody between them reads or
 * changes what they send. Of TLS 1.2, where this one cipher leaves no place for a certificate: a client of TLS 1.3 would
 * take a host that has one instead of the key.
 */
const WAY = {
  minVersion: 'TLSv1.2',
  maxVersion: 'TLSv1.2',
  // Keys of each connection are drawn for it: the installation's key does not open what was recorded before.
  ciphers: 'ECDHE-PSK-CHACHA20-POLY1305',
} as const

/** The key of ends that are alike: in the product's version, and in how V8 writes values. */
const commonKey = ({ key, version }: BusKey): Buffer =>
  createHmac('sha256', key).update(`bus ${version} ${process.versions.v8}`).digest()

export const hostOptions = (key: BusKey): TlsOptions => {
  const psk = commonKey(key)
  return { ...WAY, handshakeTimeout: PROOF_WITHIN_MS, pskCallback: () => psk }
}

export const linkOptions = (key: BusKey): ConnectionOptions => {
  const psk = commonKey(key)
  return {
    ...WAY,
    pskCallback: () => ({ psk, identity: 'plumb' }),
    // It has no certificate whose names could be compared: the key has proved it.
    checkServerIdentity: () => undefined,
  }
}

/** What went wrong before both had proved themselves, in words. */
export const whyRefused = (error: Error & { code?: string }): Error =>
  error.code?.startsWith('ERR_SSL')
    ? new Error('the other end has another bus key, or runs another version', { cause: error })
    : error
