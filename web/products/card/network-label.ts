import type { bankNetworks } from '#domain/card/rules.ts'
import type { Translate } from '#web/texts/texts.ts'

/** What a bank's network is called; a key that ends in `_other` is a plural. */
export const networkLabel = (network: (typeof bankNetworks)[number], t: Translate): string =>
  t(`card_pages.network_${network === 'other' ? 'else' : network}`)
