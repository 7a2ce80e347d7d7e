import * as z from 'zod/mini'
import type { Channel } from '#domain/channel.ts'

/** Which channel a name means, with its parameters; undefined for a name of none. */
export function findChannel(
  channels: readonly Channel[],
  name: string,
): { readonly channel: Channel; readonly params: Readonly<Record<string, unknown>> } | undefined {
  const given = name.split(':')
  for (const candidate of channels) {
    const parts = candidate.name.split(':')
    if (parts.length !== given.length) continue
    const params: Record<string, string> = {}
    const fits = parts.every((part, at) => {
      const param = /^\{(\w+)\}$/.exec(part)?.[1]
      if (param !== undefined) params[param] = given[at]!
      return param !== undefined || part === given[at]
    })
    const parsed = fits ? z.safeParse(candidate.params, params) : undefined
    if (parsed?.success) return { channel: candidate, params: parsed.data }
  }
  return undefined
}
