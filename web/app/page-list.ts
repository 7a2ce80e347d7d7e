import type { ComponentType } from 'react'

/**
 * Every page of the specification's section 2, by its hash route, and who may open it. What serves a route
 * is said in a product's `product.ts` or in `web/pages/all.ts`; a route that nobody serves leads home like any unknown one.
 */
export const pageList = {
  'pages/common/login': 'public',
  'pages/common/register': 'public',
  // Ours: the way back for who lost what signs in.
  'pages/common/recover': 'public',
  'pages/common/area': 'public',
  'pages/common/article': 'public',
  'pages/common/webView': 'public',
  'pages/common/faq': 'public',
  'pages/common/contactus': 'public',
  'pages/common/aboutus': 'public',
  // Ours: how the exchange is doing.
  'pages/common/status': 'public',
  'pages/common/borrowing': 'user',
  'pages/setting/setting': 'user',
  'pages/setting/userInfo': 'user',
  'pages/setting/security': 'user',
  // Who has forgotten their password is not signed in; changing it asks for sign-in itself.
  'pages/setting/password': 'public',
  'pages/setting/payPassword': 'user',
  // Ours: how the customer is told.
  'pages/setting/notices': 'user',
  // Ours: the authenticator app.
  'pages/setting/totp': 'user',
  // Ours: the phrase at the head of mails.
  'pages/setting/phrase': 'user',
  // Ours: freezing the account.
  'pages/setting/freeze': 'user',
  // Ours: limits that customers set for themselves.
  'pages/setting/guards': 'user',
  // Ours: the crypto wallets that sign in.
  'pages/setting/wallets': 'user',
  // Ours: practice without money.
  'pages/setting/practice': 'user',
  // Ours: a day of the past, played again.
  'pages/setting/replay': 'user',
  // Ours: passkeys.
  'pages/setting/passkeys': 'user',
  // Ours: a copy of one's data, and the end of the account.
  'pages/setting/privacy': 'user',
  // Ours: keys of the customer's own programs.
  'pages/setting/apiKeys': 'user',
  'pages/setting/coupon': 'user',
  'pages/setting/wallet': 'user',
  'pages/setting/addWallet': 'user',
  'pages/setting/bill': 'user',
  'pages/setting/real': 'user',
  'pages/setting/real_mark': 'user',
  'pages/setting/operational_compliance': 'public',
  'pages/setting/share': 'user',
  'pages/setting/areas': 'public',
  'pages/setting/bank': 'user',
  'pages/setting/bank_international': 'user',
  'pages/fund/select': 'user',
  'pages/fund/receive': 'user',
  'pages/fund/receive_withdraw_record': 'user',
  'pages/fund/assets': 'user',
  'pages/fund/assets_record': 'user',
  'pages/fund/assets_all_record': 'user',
  'pages/fund/withdraw': 'user',
  'pages/fund/transfer': 'user',
  'pages/fund/fundTransfer': 'user',
  'pages/fund/transfer_history': 'user',
  'pages/market/market': 'public',
  'pages/market/search': 'public',
  'pages/copytrade/copy': 'public',
  'pages/copytrade/my': 'user',
  'pages/copytrade/trader': 'user',
  'pages/follow/index': 'public',
  'pages/follow/trader': 'user',
  'pages/follow/follow': 'user',
  'pages/follow/agreement_zh': 'public',
  'pages/follow/agreement_en': 'public',
  'pages/ieo/ieo': 'public',
  'pages/ieo/subscribe': 'user',
  'pages/ieo/order': 'user',
  'pages/lockming/lockming': 'public',
  'pages/lockming/welcome': 'public',
  'pages/lockming/buy': 'user',
  'pages/lockming/order': 'user',
  'pages/transaction/index': 'public',
  'pages/transaction/index2': 'user',
  'pages/transaction/currency': 'user',
  'pages/transaction/currency_order': 'user',
  'pages/transaction/contract': 'user',
  'pages/transaction/contract_order': 'user',
  'pages/transaction/seconds_order': 'user',
  'pages/nft/nft': 'public',
  'pages/nft/artistDetail': 'public',
  'pages/nft/artworkDetail': 'public',
  'pages/nft/artworkDetail_video': 'public',
  'pages/nft/mine': 'user',
  'pages/nft/myNft': 'user',
  'pages/nft/purchase': 'user',
  'pages/nft/purchase_one': 'user',
  'pages/nft/resell': 'user',
  // Ours: series of blind boxes, one of them, and the customer's boxes.
  'pages/nft/boxes': 'public',
  'pages/nft/box': 'public',
  'pages/nft/myBoxes': 'user',
  'pages/invest/invest': 'public',
  'pages/invest/mine': 'user',
  'pages/invest/purchase': 'user',
  'pages/invest/help': 'public',
  'pages/index/index': 'public',
  'pages/quantization/quantization': 'public',
  'pages/quantization/quantitativeOrder': 'user',
  'pages/loan/loan': 'public',
  'pages/otc/otc': 'user',
  // Ours: an order over the counter, the customer's orders, and a merchant's offers.
  'pages/otc/order': 'user',
  'pages/otc/orders': 'user',
  'pages/otc/offers': 'user',
  'pages/financial/index': 'public',
  // Ours: what each product would pay to end now.
  'pages/financial/exits': 'user',
  'pages/kefu/index': 'public',
  'pages/language/language': 'public',
  'pages/pendingReview/pendingReview': 'user',
  'pages/saleCoin/saleCoin': 'user',
  'pages/saleCoin/dollarOrderList': 'user',
  'pages/certificateDeposit/certificateDeposit': 'user',
  'pages/TelegraphicMoney/TelegraphicMoney': 'user',
  'pages/QA/QA': 'public',
  'pages/news/news': 'public',
  'pages/contractOrders/contractOrders': 'user',
  'pages/historyList/historyList': 'user',
  // Ours: all that operators can do.
  'pages/setting/powers': 'public',
  // Ours: how an outcome is computed again, and what a browser keeps of the price tape.
  'pages/verify/verify': 'user',
  'pages/verify/tape': 'public',
  // Ours: how seconds options came out, and what contracts cost, month by month.
  'pages/verify/outcomes': 'public',
  // Ours: that a customer's balance is part of what the platform says it owes all customers.
  'pages/verify/balance': 'user',
  'pages/empty/empty': 'public',
  'pages/game/game': 'user',
  'pages/StartVerification/StartVerification': 'user',
  'pages/system/choose-location': 'public',
  'pages/system/open-location': 'public',
} as const satisfies Record<string, 'public' | 'user'>

export type PageRoute = keyof typeof pageList

/** A page's file: its component is the default export. */
export interface PageModule {
  readonly default: ComponentType
}

/** Served routes, each with what loads its page: a part of the app of its own. */
export type Pages = Readonly<Partial<Record<PageRoute, () => Promise<PageModule>>>>

/**
 * Returns the URL of a page inside the app, with its parameters; empty ones are left out.
 * @example toPage('pages/market/search', { q: 'gold' }) // '/pages/market/search?q=gold'
 */
export function toPage(route: PageRoute, params: Readonly<Record<string, string | undefined>> = {}): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(params)) if (value) query.set(name, value)
  return `/${route}${query.size > 0 ? `?${query}` : ''}`
}
