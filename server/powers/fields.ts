/**
 * What the fields are that calls take and that are named as if they held a price, an outcome, a result or a payment.
 *
 * - `own`: a limit, a size or a price that a customer orders for themselves, and their own choices.
 * - `seen`: compared with what the server knows, and refused where it differs; never used.
 * - `proposed`: terms of what is ordered from then on, which another operator has to approve.
 * - `evidence`: what an operator saw of a payment from outside, which another has to approve.
 */
export const fieldKinds = ['own', 'seen', 'proposed', 'evidence'] as const
export type FieldKind = (typeof fieldKinds)[number]

/** The fields of each call that changes something, by what they are, with spaces between. */
export const fields: Readonly<Record<string, Readonly<Partial<Record<FieldKind, string>>>>> = {
  '/lever/deal': { own: 'marginCurrency' },
  '/lever/dealall': { own: 'marginCurrency' },
  '/lever/submit': { own: 'marginCurrency leverage limitPrice takeProfit stopLoss', seen: 'seenPrice' },
  '/lever/setstop': { own: 'takeProfit stopLoss', seen: 'seenTakeProfit seenStopLoss' },
  '/lever/add_margin': { own: 'amount' },
  '/follow/follow': { own: 'stopLoss slippagePercent', seen: 'sharePercent' },
  '/follow/settings': { own: 'stopLoss slippagePercent' },
  '/practice/follow': { own: 'slippagePercent' },
  '/practice/settings': { own: 'slippagePercent' },
  '/follow/apply': { own: 'sharePercent' },
  '/microtrade/submit': { own: 'stake' },
  '/microtrade/limits': { own: 'lossLimit' },
  '/coin/trade': { own: 'quantity quoteAmount limitPrice triggerPrice takeProfit stopLoss' },
  '/coin/oco': { own: 'quantity limitPrice triggerPrice stopLimitPrice' },
  '/coin/amend': { own: 'limitPrice triggerPrice quantity' },
  '/game/guess': { own: 'price' },
  '/alert/add': { own: 'price percent' },
  '/wallet/charge_req': { own: 'amount' },
  '/wallet/change': { own: 'amount' },
  '/wallet/out': { own: 'amount', seen: 'fee' },
  '/wallet/legal_log': { own: 'minAmount maxAmount' },
  '/lh/deposit': { own: 'amount' },
  '/user/exits': { own: 'amount' },
  '/console/coupon/create': { proposed: 'shareBps quantity' },
  '/console/copy/propose': { proposed: 'minAmount maxAmount maxSlippageBps equityBps maxShareBps' },
  '/console/contract/propose': {
    proposed:
      'leverages feeBps financingBps maintenanceBps marginCallBps collarBps slippageBps stressBps maxOpenInterest',
  },
  '/user/getTransferFee': { own: 'amount' },
  '/user/Transfer': { own: 'amount' },
  '/console/convert/terms': { proposed: 'feeBps minimum maximum maxPerCustomer maxExposure' },
  '/sale/quote': { own: 'amount' },
  '/console/sale/propose_terms': {
    proposed: 'feeBps minimumFee internationalFeeBps internationalMinimumFee minimum maxPerCustomer',
  },
  '/user/jiedai': { own: 'amount' },
  '/user/jiedai/repay': { own: 'amount' },
  '/console/loan/propose_terms': {
    proposed: 'dailyRate overdueRate minimum maximum perPoint scoreFloor maxOutstanding',
  },
  '/otc/order': { own: 'amount', seen: 'price' },
  '/otc/offer': { own: 'price margin minimum maximum' },
  '/console/otc/propose_offer': { proposed: 'margin minimum maximum' },
  '/console/network/terms': { proposed: 'minimum' },
  '/console/option/terms': { proposed: 'periods minimum maximum lossLimit exposureBps maxOpen' },
  '/console/dual/create': { proposed: 'yieldRate maximum' },
  '/console/dual/template': { proposed: 'maximum' },
  '/project/buy': { own: 'amount' },
  '/project/order': { own: 'amount', seen: 'price' },
  '/console/box/create': { proposed: 'price' },
  '/bind_box/buyNFT': { seen: 'price' },
  '/bind_box/auctionNFT': { own: 'price' },
  '/bind_box/resellNFT': { own: 'price' },
  '/console/nft/artwork': { proposed: 'royaltyBps' },
  '/console/nft/offer': { proposed: 'price' },
  '/console/nft/offer_run': { proposed: 'price' },
  '/console/ieo/create': { proposed: 'price' },
  '/console/ieo/edit': { proposed: 'price' },
  '/console/ieo/list_coin': { proposed: 'minNotional makerFeeBps takerFeeBps', evidence: 'payment received' },
  '/console/earn/create': { proposed: 'dailyRate penaltyRate minimum maximum' },
  '/console/earn/edit': { proposed: 'dailyRate penaltyRate minimum maximum' },
  '/console/listing/terms': { proposed: 'minNotional makerFeeBps takerFeeBps restingBandBps' },
  '/console/listing/instrument': { proposed: 'lotSize referencePrice minNotional makerFeeBps takerFeeBps' },
  '/console/deposit/address': { proposed: 'minimum' },
  '/console/deposit/propose': { evidence: 'amount' },
  '/console/deposit/bank_account': { proposed: 'minimum maximum isOpen' },
  '/wallet/Wiretransfer': { own: 'amount' },
  '/console/withdrawal/propose_terms': { proposed: 'fee feeBps minimum' },
  '/console/adjustments/give': { proposed: 'amount' },
  '/console/adjustments/return': { evidence: 'amount' },
  '/console/adjustments/take': { proposed: 'amount' },
  '/console/treasury/fund': { evidence: 'amount' },
  '/console/reserves/fee': { evidence: 'amount' },
  '/console/treasury/move': { proposed: 'amount' },
}

/** What every operator says with what they do, and what a list of entries is narrowed by. */
export const said: readonly string[] = ['reason']

/** The settings that a start reads, and the rows that it writes into `system_setting`: none of them decides a price. */
export const settings: readonly string[] = [
  ...[
    'BUS',
    'CLOCK',
    'CONSOLE_HOST',
    'CONSOLE_PORT',
    'DATABASE_URL',
    'DATA_DIR',
    'DEFAULT_LANGUAGE',
    'DOCUMENT_KEY',
    'ENGINES',
    'ENGINES_APART',
    'HISTORY_KEEP_MONTHS',
    'HISTORY_URL',
    'HOST',
    'LOG_LEVEL',
    'MAIL_FROM',
  ],
  ...[
    'MAIL_URL',
    'MARKET_FEED',
    'MARKET_SOURCES',
    'MASSIVE_KEY',
    'NODE_ENV',
    'OTLP_URL',
    'PORT',
    'PUBLIC_URL',
    'PUSH_ORIGINS',
    'REDIS_URL',
    'ROLE',
    'SMS_URL',
  ],
  ...['SCREENING_LISTS', 'TRUSTED_PROXY'],
  // Of a chain: its node, the public key that addresses are made from, which network it is, the token's contract, and who pays.
  ...['BITCOIN', 'ETHEREUM', 'LITECOIN', 'TRON'].flatMap((chain) =>
    ['RPC_URL', 'RPC_URL_FILE', 'XPUB', 'XPUB_FILE', 'NETWORK', 'USDT', 'PAYER'].map(
      (setting) => `${chain}_${setting}`,
    ),
  ),
  // The files that secrets are in.
  ...[
    'DATABASE_URL',
    'DOCUMENT_KEY',
    'HISTORY_URL',
    'MAIL_URL',
    'MASSIVE_KEY',
    'OTLP_URL',
    'REDIS_URL',
    'SMS_URL',
  ].map((setting) => `${setting}_FILE`),
  // Where recorded prices are that tests and the calibration of the simulation read; no server does.
  'MARKET_DATA_DIR',
  // Node's own, handed on to the processes that read images.
  'NODE_COMPILE_CACHE',
]
export const storedSettings: readonly string[] = ['environment', 'market-secret']
