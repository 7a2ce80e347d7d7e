/**
 * The kinds of proposals that customers are told nothing of, and why. Every kind is here or `announces` what it changes of
 * customers' terms; a test holds both against the products.
 */
export const notAnnounced: Readonly<Record<string, string>> = {
  // Requests and records of single customers, who are told by notice.
  adjustment: 'one customer’s balance',
  'deposit-credit': 'one customer’s deposit',
  'deposit-bank-credit': 'one customer’s deposit',
  'loan-approve': 'one customer’s loan, at the terms it was applied for',
  'otc-settle': 'one order over the counter; both sides are told',
  'recovery-grant': 'one customer’s way back',
  'sale-paid': 'one customer’s sale',
  'sale-returned': 'one customer’s sale',
  'verification-accept': 'one customer’s identity',
  'withdrawal-approve': 'one customer’s withdrawal',
  'withdrawal-settle': 'one customer’s withdrawal',
  'withdrawal-card-paid': 'one customer’s withdrawal',
  // The platform's own money, and where customers pay to: shown to whoever is about to pay.
  'bank-account': 'an account of the platform at a bank, shown with its limits to whoever pays there',
  'reserves-address': 'an address of the platform; it is in the published reserves',
  'reserves-fee': 'what a chain charged the platform',
  'reserves-retire': 'an address of the platform; it is in the published reserves',
  'treasury-funding': 'money of the platform',
  'treasury-move': 'money of the platform',
  // What cannot be ordered yet, or is one offer among others whose page shows its terms to whoever orders.
  'coupon-create': 'a gift to named customers, or to who has its code',
  'earn-create': 'nobody can subscribe before it is opened, which is announced with its terms',
  'nft-artist': 'a page about a person',
  'nft-artist-edit': 'a page about a person',
  'nft-artist-start': 'a page about a person',
  'nft-artwork': 'one artwork, which is not offered by this',
  'nft-cancel': 'one auction; its bidders are told',
  'nft-collection': 'a page about artworks',
  'nft-collection-edit': 'a page about artworks',
  'nft-media-release': 'a picture or a video',
  'nft-offer': 'one artwork, whose page shows the terms',
  'nft-offer-run': 'artworks, whose pages show the terms',
  'nft-open': 'one artwork, whose page shows the terms',
  'otc-close': 'one offer among those of all merchants',
  'otc-offer': 'one offer among those of all merchants',
  // Who works here, and what is no term of an order.
  'content-publish': 'it is published itself',
  'operator-add': 'who works here',
  'operator-disable': 'who works here',
  'operator-roles': 'who works here',
  'operator-sessions': 'who works here',
  'operator-setup': 'who works here',
  'queue-level': 'nothing is charged or refused by it; the status and the page of loans show it',
  'support-settings': 'when customer service answers; its page shows it',
}
