// Written by scripts/client.mjs from the contract. Do not edit.

/** The calls that read, by their path below `/api`: what each takes and answers. */
export interface Gets {
  /** All quotes, by class. For everybody. */
  '/currency/quotation_new': {
    input: Record<string, never>
    output: Array<{ classId: 0 | 2 | 3 | 6 | 9 | 100; name: "favourites" | "forex" | "stock" | "future" | "crypto" | "etf"; quotes: Array<{ symbol: string; label: string; name: string; classId: 0 | 2 | 3 | 6 | 9 | 100; lastPrice: string | null; bid: string | null; ask: string | null; open24h: string | null; high24h: string | null; low24h: string | null; volume24h: string; turnover24h: string; ownVolume24h: string | null; ownTurnover24h: string | null; changePercent: string | null; source: "simulated" | "recorded" | "live"; isOpen: boolean; nextChangeAtMs: number | null; isStale: boolean; isPriced: boolean; atMs: number | null; sequence: number | null; closeOfMs: number | null }> }>
  }
  /** All quotes, in one list. For everybody. */
  '/currency/quotation_huang': {
    input: Record<string, never>
    output: Array<{ symbol: string; label: string; name: string; classId: 0 | 2 | 3 | 6 | 9 | 100; lastPrice: string | null; bid: string | null; ask: string | null; open24h: string | null; high24h: string | null; low24h: string | null; volume24h: string; turnover24h: string; ownVolume24h: string | null; ownTurnover24h: string | null; changePercent: string | null; source: "simulated" | "recorded" | "live"; isOpen: boolean; nextChangeAtMs: number | null; isStale: boolean; isPriced: boolean; atMs: number | null; sequence: number | null; closeOfMs: number | null }>
  }
  /** The quotes of one class; 100 is the signed-in customer’s watchlist. For everybody. */
  '/currency/optionalquotation': {
    input: { is_class: "0" | "2" | "3" | "6" | "9" | "100" }
    output: Array<{ symbol: string; label: string; name: string; is_class: 0 | 2 | 3 | 6 | 9 | 100; lastPrice: string | null; bid: string | null; ask: string | null; open24h: string | null; high24h: string | null; low24h: string | null; volume24h: string; turnover24h: string; ownVolume24h: string | null; ownTurnover24h: string | null; changePercent: string | null; source: "simulated" | "recorded" | "live"; isOpen: boolean; nextChangeAtMs: number | null; isStale: boolean; isPriced: boolean; atMs: number | null; sequence: number | null; closeOfMs: number | null }>
  }
  /** The quote of one instrument. For everybody. */
  '/currency/quotation': {
    input: { symbol: string }
    output: { symbol: string; label: string; name: string; classId: 0 | 2 | 3 | 6 | 9 | 100; lastPrice: string | null; bid: string | null; ask: string | null; open24h: string | null; high24h: string | null; low24h: string | null; volume24h: string; turnover24h: string; ownVolume24h: string | null; ownTurnover24h: string | null; changePercent: string | null; source: "simulated" | "recorded" | "live"; isOpen: boolean; nextChangeAtMs: number | null; isStale: boolean; isPriced: boolean; atMs: number | null; sequence: number | null; closeOfMs: number | null }
  }
  /** The classes of instruments, in the order of the tabs. For everybody. */
  '/currency/bclass': {
    input: Record<string, never>
    output: Array<{ classId: 0 | 2 | 3 | 6 | 9 | 100; name: "favourites" | "forex" | "stock" | "future" | "crypto" | "etf" }>
  }
  /** Candles of one instrument between two times; the newest 1,000 where there are more. For everybody. */
  '/currency/new_timeshar': {
    input: { symbol: string; period: "1m" | "5m" | "15m" | "30m" | "1h" | "4h" | "1d" | "1w"; from: string; to: string }
    output: Array<{ openAtMs: number; open: string; high: string; low: string; close: string; volume: string; origin: "generated" | "simulated" | "recorded" | "live"; isAfterGap?: boolean }>
  }
  /** The last 24 hours of every instrument as 48 half-hour closes; null where nothing traded. For everybody. */
  '/currency/sparklines': {
    input: Record<string, never>
    output: { toMs: number; stepMs: number; lines: Record<string, Array<string | null>> }
  }
  /** What one US dollar is worth in each fiat currency that can be shown. For everybody. */
  '/wallet/getRateCurrency': {
    input: Record<string, never>
    output: { saveTime: number; list: Array<{ currency_code: string; name: string; rate: string; atMs: number | null; isClose: boolean }> }
  }
  /** The watchlist in the customer’s order, with quotes. Takes a session. */
  '/optional/list': {
    input: Record<string, never>
    output: Array<{ symbol: string; label: string; name: string; classId: 0 | 2 | 3 | 6 | 9 | 100; lastPrice: string | null; bid: string | null; ask: string | null; open24h: string | null; high24h: string | null; low24h: string | null; volume24h: string; turnover24h: string; ownVolume24h: string | null; ownTurnover24h: string | null; changePercent: string | null; source: "simulated" | "recorded" | "live"; isOpen: boolean; nextChangeAtMs: number | null; isStale: boolean; isPriced: boolean; atMs: number | null; sequence: number | null; closeOfMs: number | null }>
  }
  /** The newest checkpoint of the price tape, a signed note, and the key it is signed with. For everybody. */
  '/tape/checkpoint': {
    input: Record<string, never>
    output: { publicKey: string; sequence: number; note: string | null }
  }
  /** The proof that the log of the price tape at one size begins with that at a smaller one. For everybody. */
  '/tape/consistency': {
    input: { from: string; to: string }
    output: { proof: Array<string> }
  }
  /** One tick of the price tape as it was hashed, and the proof that the log of a size has it. For everybody. */
  '/tape/tick': {
    input: { seq: string; size: string }
    output: { bytes: string; proof: Array<string> }
  }
  /** The segment of the price tape that holds one tick, with the checkpoints before and after it. For everybody. */
  '/tape/segment': {
    input: { seq: string }
    output: { publicKey: string; firstSequence: number; bytes: string; log: { edge: Array<string>; before: string | null; note: string } | null; chain: { before: { sequence: number; head: string; previous: string; atMs: number; signature: string } | null; checkpoint: { sequence: number; head: string; previous: string; atMs: number; signature: string } } | null }
  }
  /** End this session. Takes a session. */
  '/user/logout': {
    input: Record<string, never>
    output: { done: true }
  }
  /** The signed-in customer. Takes a session. */
  '/user/info': {
    input: Record<string, never>
    output: { uid: string; nickname: string | null; signature: string | null; head_portrait: string | null; email: string | null; mobile: string | null; hasPassword: boolean; hasPayPassword: boolean; verification: "unverified" | "basic" | "advanced"; creditScore: number; extension_code: string; account_type: 0; isDemo: boolean; createdAtMs: number }
  }
  /** The customer’s invite code and link. Takes a session. */
  '/user/invite': {
    input: Record<string, never>
    output: { extension_code: string; link: string; invited: number }
  }
  /** Where the customer is signed in. Takes a session. */
  '/user/sessions': {
    input: Record<string, never>
    output: { items: Array<{ id: string; device: string; ip: string; createdAtMs: number; lastSeenAtMs: number; isThisOne: boolean }> }
  }
  /** Whether an authenticator app is asked for, how many recovery codes are left, and how many passkeys there are. Takes a session. */
  '/safe/totp': {
    input: Record<string, never>
    output: { isOn: boolean; passkeys: number; recoveryCodesLeft: number; withdrawalsHeldUntilMs: number | null }
  }
  /** The phrase at the head of one’s mails, all but its first character hidden. Takes a session. */
  '/safe/phrase': {
    input: Record<string, never>
    output: { masked: string | null }
  }
  /** Whether the customer froze the account, and whether ending that takes a code to their contact. Takes a session. */
  '/safe/freeze': {
    input: Record<string, never>
    output: { frozenSinceMs: number | null; takesCode: boolean }
  }
  /** Whether operators were asked to remove what guards the account, and when that may happen. Takes a session. */
  '/safe/recovery': {
    input: Record<string, never>
    output: { opensAtMs: number | null }
  }
  /** The limits that the customer set for themselves, and what comes into force later. Takes a session. */
  '/safe/rails': {
    input: Record<string, never>
    output: { items: Array<{ kind: "leverage" | "loss" | "night" | "payees"; value: number; next: { value: number; fromMs: number } | null }> }
  }
  /** A message for a wallet to sign, good once, for five minutes and in the browser that asked for it. For everybody. */
  '/user/nonce': {
    input: { address: string; chain_id: "1" | "10" | "56" | "137" | "8453" | "42161"; device?: string }
    output: { message: string; expiresAtMs: number }
  }
  /** The wallets that sign in to this account. Takes a session. */
  '/safe/wallet': {
    input: Record<string, never>
    output: { items: Array<{ address: string; linkedAtMs: number }> }
  }
  /** A message for a wallet to sign that is to sign in to this account. Takes a session. */
  '/safe/wallet/nonce': {
    input: { address: string; chain_id: "1" | "10" | "56" | "137" | "8453" | "42161"; device?: string }
    output: { message: string; expiresAtMs: number }
  }
  /** The passkeys of this account. Takes a session. */
  '/safe/passkey': {
    input: Record<string, never>
    output: { items: Array<{ id: string; name: string; addedAtMs: number; usedAtMs: number | null }> }
  }
  /** What confirms a change of what guards the account: the password, or else a wallet or a passkey. Takes a session. */
  '/safe/confirm': {
    input: Record<string, never>
    output: { provenUntilMs: number | null; hasPassword: boolean; wallets: number; passkeys: number }
  }
  /** An image of one’s own, as bytes instead of the envelope. Takes a session. */
  '/upload/view': {
    input: { id: string }
    output: Blob
  }
  /** Delay of the prices by class, age of the oldest waiting request and the service level by queue, how late results were settled, and the last reconciliation of the ledger. For everybody. */
  '/status': {
    input: Record<string, never>
    output: { atMs: number; feeds: Array<{ class: "forex" | "crypto" | "future" | "stock" | "etf"; open: number; stale: number; delayMs: number | null }>; queues: Array<{ queue: "deposit" | "withdrawal" | "verification" | "support"; oldestMs: number | null; levelMs: number }>; messagesWaiting: number; settlement: { medianMs: number; slowestMs: number; results: number } | null; reconciliation: { atMs: number; differences: number } | null }
  }
  /** What adjustments took of the customer’s and is in suspense, oldest first: in none of the wallets and in no total. Takes a session. */
  '/wallet/suspended': {
    input: Record<string, never>
    output: Array<{ reference: string; currency: string; amount: string; reason: string; takenAtMs: number }>
  }
  /** The customer’s price alerts that wait, of one instrument or of all, newest first. Takes a session. */
  '/alert/list': {
    input: { currency_id?: string }
    output: { items: Array<{ id: string; currency_id: string; condition: "above" | "below" | "move"; percent: string | null; upper: string | null; lower: string | null; from: string; createdAtMs: number }> }
  }
  /** The keys of the customer’s own programs, newest first. Takes a session. */
  '/user/apikey/list': {
    input: Record<string, never>
    output: { maximum: number; items: Array<{ id: string; label: string; key: string; scopes: Array<"read" | "spot" | "contract">; addresses: Array<string>; status: "active" | "expired" | "ended"; createdAtMs: number; expiresAtMs: number; lastUsedAtMs: number | null; lastUsedIp: string | null }> }
  }
  /** Series of blind boxes that are on sale or announced, or with `listed` those that are over, the newest first, with odds and what is left of each rarity. For everybody. */
  '/bind_box/getBoxList': {
    input: { listed?: "sale" | "over"; page?: string; limit?: string; cursor?: string }
    output: { items: Array<{ code: string; name: string; description: string; currency: string; price: string; phase: "announced" | "open" | "sold-out" | "closed" | "ended"; state: "2" | "1" | "0"; items: number; drawn: number; sealed: number; left: number; refunded: number; perCustomer: number; own: number; opensAtMs: number; endsAtMs: number; odds: Array<{ rarity: "common" | "uncommon" | "rare" | "epic" | "legendary"; items: number; left: number; chancePercent: string }>; cover: { code: string; title: string; picture: { id: string; kind: "picture" | "video"; type: "image/jpeg" | "image/png" | "video/mp4" | "video/webm"; bytes: number; width: number | null; height: number | null }; isVideo: boolean } }>; next: string | null }
  }
  /** One series of blind boxes, with what it has committed to. For everybody. */
  '/bind_box/getBoxDetail': {
    input: { code: string }
    output: { code: string; name: string; description: string; currency: string; price: string; phase: "announced" | "open" | "sold-out" | "closed" | "ended"; state: "2" | "1" | "0"; items: number; drawn: number; sealed: number; left: number; refunded: number; perCustomer: number; own: number; opensAtMs: number; endsAtMs: number; odds: Array<{ rarity: "common" | "uncommon" | "rare" | "epic" | "legendary"; items: number; left: number; chancePercent: string }>; cover: { code: string; title: string; picture: { id: string; kind: "picture" | "video"; type: "image/jpeg" | "image/png" | "video/mp4" | "video/webm"; bytes: number; width: number | null; height: number | null }; isVideo: boolean }; inventory: string; commitment: string; boxes: number; publishedAtMs: number; symbol: string; refundedWithinMs: number; openedWithinMs: number }
  }
  /** What is in a series, in the order of its tree, and which box each item was in. For everybody. */
  '/bind_box/getBoxItems': {
    input: { code: string; page?: string; limit?: string; cursor?: string }
    output: { items: Array<{ code: string; title: string; picture: { id: string; kind: "picture" | "video"; type: "image/jpeg" | "image/png" | "video/mp4" | "video/webm"; bytes: number; width: number | null; height: number | null }; isVideo: boolean; place: number; rarity: "common" | "uncommon" | "rare" | "epic" | "legendary"; digest: string; drawnIn: number | null }>; next: string | null }
  }
  /** The boxes of a series and what was drawn, without names, the newest first. For everybody. */
  '/bind_box/getBoxDraws': {
    input: { code: string; page?: string; limit?: string; cursor?: string }
    output: { items: Array<{ number: number; state: "sealed" | "drawn" | "opened" | "refunded"; failure: "no-tick" | "not-revealed" | null; boughtAtMs: number; drawnAtMs: number | null; place: number | null; artwork: string | null; rarity: "common" | "uncommon" | "rare" | "epic" | "legendary" | null }>; next: string | null }
  }
  /** All that is needed to compute the draw of one box again; anybody may check any box that was drawn. For everybody. */
  '/bind_box/getBoxProof': {
    input: { code: string; number: string }
    output: { version: 1; product: "box"; publicKey: string; receipt: string; box: { order: string; number: number; secret: string; secretProof: Array<string>; items: Array<{ rarity: "common" | "uncommon" | "rare" | "epic" | "legendary"; artwork: string; digest: string }>; before: Array<number>; item: number }; ticks: Array<{ bytes: string; proof: Array<string> }>; checkpoint: string }
  }
  /** The customer’s blind boxes, newest first. Takes a session. */
  '/bind_box/getMyBoxes': {
    input: { state?: "sealed" | "drawn" | "opened" | "refunded"; page?: string; limit?: string; cursor?: string }
    output: { items: Array<{ id: string; series: string; name: string; number: number; state: "sealed" | "drawn" | "opened" | "refunded"; failure: "no-tick" | "not-revealed" | null; currency: string; price: string; client_seed: string; boughtAtMs: number; refundedByMs: number; drawnAtMs: number | null; opensByMs: number | null; endedAtMs: number | null; item: { code: string; title: string; picture: { id: string; kind: "picture" | "video"; type: "image/jpeg" | "image/png" | "video/mp4" | "video/webm"; bytes: number; width: number | null; height: number | null }; isVideo: boolean; rarity: "common" | "uncommon" | "rare" | "epic" | "legendary" } | null; cover: { code: string; title: string; picture: { id: string; kind: "picture" | "video"; type: "image/jpeg" | "image/png" | "video/mp4" | "video/webm"; bytes: number; width: number | null; height: number | null }; isVideo: boolean } }>; next: string | null }
  }
  /** One blind box of the customer. Takes a session. */
  '/bind_box/getMyBox': {
    input: { id: string }
    output: { id: string; series: string; name: string; number: number; state: "sealed" | "drawn" | "opened" | "refunded"; failure: "no-tick" | "not-revealed" | null; currency: string; price: string; client_seed: string; boughtAtMs: number; refundedByMs: number; drawnAtMs: number | null; opensByMs: number | null; endedAtMs: number | null; item: { code: string; title: string; picture: { id: string; kind: "picture" | "video"; type: "image/jpeg" | "image/png" | "video/mp4" | "video/webm"; bytes: number; width: number | null; height: number | null }; isVideo: boolean; rarity: "common" | "uncommon" | "rare" | "epic" | "legendary" } | null; cover: { code: string; title: string; picture: { id: string; kind: "picture" | "video"; type: "image/jpeg" | "image/png" | "video/mp4" | "video/webm"; bytes: number; width: number | null; height: number | null }; isVideo: boolean }; receipt: string }
  }
  /** The site’s name, whether it is a demonstration, and where its prices come from. For everybody. */
  '/getSiteConfig': {
    input: Record<string, never>
    output: { site_name: string; site_logo: string; tk_radio: string; H5_DEMO: number; priceSource: "simulated" | "recorded" | "live"; demoAccount: { contact: string; password: string } | null; version: string; app_version: string; app_version_code: number; serverTimeMs: number }
  }
  /** All that operators of the platform can do: every call of their console, and who may make it. For everybody. */
  '/about/powers': {
    input: Record<string, never>
    output: { powers: Array<{ path: string; summary: string; roles: Array<"support" | "compliance" | "finance" | "content" | "risk" | "admin">; changes: boolean }> }
  }
  /** The news that a visit begins with; null without any. For everybody. */
  '/news/index_pop': {
    input: Record<string, never>
    output: { item: { id: string; c_id: "announcements" | "activities" | "help" | "rules" | "banners"; title: string; language: "en" | "zh" | "hk" | "jp" | "kor" | "xp" | "ydl"; summary: string; publishedAtMs: number; content: string } | null }
  }
  /** All questions and their answers, in their order. For everybody. */
  '/faq': {
    input: Record<string, never>
    output: { items: Array<{ id: string; topic: "account" | "money" | "trading" | "savings" | "safety"; title: string; language: "en" | "zh" | "hk" | "jp" | "kor" | "xp" | "ydl"; content: string; wasHelpful: boolean | null }> }
  }
  /** What the site is. For everybody. */
  '/aboutus': {
    input: Record<string, never>
    output: { title: string; language: "en" | "zh" | "hk" | "jp" | "kor" | "xp" | "ydl"; content: string; version: number; publishedAtMs: number | null }
  }
  /** How to reach the site. For everybody. */
  '/contactus': {
    input: Record<string, never>
    output: { title: string; language: "en" | "zh" | "hk" | "jp" | "kor" | "xp" | "ydl"; content: string; version: number; publishedAtMs: number | null }
  }
  /** By which rules the site works. For everybody. */
  '/operational_compliance': {
    input: Record<string, never>
    output: { title: string; language: "en" | "zh" | "hk" | "jp" | "kor" | "xp" | "ydl"; content: string; version: number; publishedAtMs: number | null }
  }
  /** One published setting by its keyword; empty where nothing is published. For everybody. */
  '/getSetting': {
    input: { keyword: "kefu_url" | "app_download" | "deposit_notice" | "withdraw_notice" | "wire_guide" | "loan_rule" | "invite_rule" | "risk_notice" | "web_hosts" }
    output: { keyword: "kefu_url" | "app_download" | "deposit_notice" | "withdraw_notice" | "wire_guide" | "loan_rule" | "invite_rule" | "risk_notice" | "web_hosts"; value: string; language: "en" | "zh" | "hk" | "jp" | "kor" | "xp" | "ydl" }
  }
  /** What home leads to: the products that this installation serves, and their pages. For everybody. */
  '/menu': {
    input: Record<string, never>
    output: { items: Array<{ name: string; page: string; place: "grid" | "more" }> }
  }
  /** One instrument: the terms of its contract, and whether anything is opened in it now. For everybody. */
  '/lever/terms': {
    input: { currency_id: string }
    output: { terms: { currency_id: string; terms_version: number; legal_id: string; lotSize: number; lotStep: string; leverages: Array<number>; feeBps: number; financingBps: number; nextFinancingAtMs: number; maintenanceBps: number; marginCallBps: number; collarBps: number; slippageBps: number; maxPosition: string; maxOpenInterest: string; conversionSymbol: string | null }; market: { openLots: string; closedUntilMs: number | null; insurance: string } }
  }
  /** The same as a CSV file, times in UTC, amounts exact. Takes a session. */
  '/lever/my_trade_csv': {
    input: { account_type?: "real" | "0" | "practice" | "1"; status?: "pending" | "0" | "open" | "1" | "closed" | "2" | "cancelled" | "3"; currency_id?: string; type?: "long" | "1" | "buy" | "short" | "2" | "sell"; is_copied?: "0" | "1"; from?: string; to?: string }
    output: Blob
  }
  /** One position with everything that happened to it, and the ticks that decided it. Takes a session. */
  '/lever/detail': {
    input: { account_type?: "real" | "0" | "practice" | "1"; id: string }
    output: { position: { id: string; currency_id: string; legal_id: string; type: "long" | "short"; multiple: number; share: string; openLots: string; status: "pending" | "open" | "closed" | "cancelled"; reason: "user" | "take-profit" | "stop-loss" | "liquidation" | "lead" | "copy-stop" | "exposure" | "halted" | "own-limits" | null; follow_user_id: string | null; leadName: string | null; target_price: string | null; entryPrice: string | null; closePrice: string | null; markPrice: string | null; margin: string; initialMargin: string; maintenance: string; liquidationPrice: string | null; points: string | null; fee: string; financing: string; realizedPnl: string; unrealizedPnl: string | null; target_profit_price: string | null; stop_loss_price: string | null; terms_version: number; feeBps: number; financingBps: number; tapeSequence: number; entrySequence: number | null; closeSequence: number | null; createdAtMs: number; openedAtMs: number | null; closedAtMs: number | null; updatedAtMs: number }; changes: Array<{ id: string; kind: "opened" | "closed" | "cancelled" | "margin" | "stops" | "amended" | "financing" | "margin-call"; reason: "user" | "take-profit" | "stop-loss" | "liquidation" | "lead" | "copy-stop" | "exposure" | "halted" | "own-limits" | null; share: string | null; price: string | null; sequence: number | null; conversionPrice: string | null; conversionSequence: number | null; amount: string | null; fee: string | null; shortfall: string | null; margin: string; target_profit_price: string | null; stop_loss_price: string | null; liquidationPrice: string | null; atMs: number }> }
  }
  /** All that is needed to compute again what became of a position that is over: its receipts, and ticks with their proofs. Takes a session. */
  '/lever/proof': {
    input: { account_type?: "real" | "0" | "practice" | "1"; id: string }
    output: { version: 1; product: "contract"; publicKey: string; position: string; receipts: Array<string>; changes: Array<{ kind: "opened" | "closed" | "cancelled" | "margin" | "stops" | "amended" | "financing"; reason: "user" | "take-profit" | "stop-loss" | "liquidation" | "lead" | "copy-stop" | "exposure" | "halted" | "own-limits" | null; lots: number | null; price: number | null; sequence: number | null; conversionSequence: number | null; amount: string | null; fee: string | null; shortfall: string | null; margin: string; takeProfit: number | null; stopLoss: number | null; liquidationPrice: number | null }>; ticks: Array<{ bytes: string; proof: Array<string> }>; checkpoint: string }
  }
  /** The risk notice of contracts: its version, its questions, and what the customer has accepted. Takes a session. */
  '/lever/risk': {
    input: Record<string, never>
    output: { version: number; questions: Array<string>; acceptedVersion: number; acceptedAtMs: number | null }
  }
  /** The share of customers’ accounts that lost money with contracts, after fees, computed from the ledger. For everybody. */
  '/lever/loss_share': {
    input: Record<string, never>
    output: { lostPercent: string | null; months: number; minimumAccounts: number; asOfMs: number }
  }
  /** What customers paid for contracts, lost and won in each of the last 12 months, and what the insurance account paid, by the ledger. For everybody. */
  '/lever/outcomes': {
    input: Record<string, never>
    output: { currency: string; minimumAccounts: number; months: Array<{ month: string; accounts: number; fees: string; financing: string; losses: string; profits: string; kept: string; insurancePaid: string; insuranceAdded: string }> }
  }
  /** What can be converted to what, for which fee and within which limits. For everybody. */
  '/user/getTransferTerms': {
    input: Record<string, never>
    output: { feePercent: string; limitCurrency: string; minimum: string; maximum: string; maxPerCustomer: string; quoteSeconds: number; currencies: Array<{ code: string; to: Array<string> }> }
  }
  /** One conversion, with the ticks that decided it. Takes a session. */
  '/user/getTransferDetail': {
    input: { id: string }
    output: { id: string; from_currency_id: string; to_currency_id: string; number: string; fee: string; feePercent: string; receive: string; rate: string; spreadPercent: string; legs: Array<{ symbol: string; side: "buy" | "sell"; price: string; bid: string; ask: string; sequence: number }>; convertedAtMs: number }
  }
  /** The terms of copying for relations to come; a relation keeps those it began with. For everybody. */
  '/follow/terms': {
    input: Record<string, never>
    output: { terms_version: number; currency: string; minAmount: string; maxAmount: string; maxSlippageBps: number; equityBps: number; maxShareBps: number; maxRelations: number; maxFollowers: number }
  }
  /** Who leads: by what their followers got, with their drawdown and days; never by ROI alone. For everybody. */
  '/follow/index': {
    input: { page?: string; limit?: string; cursor?: string }
    output: { items: Array<{ id: string; nickname: string | null; introduction: string; status: "not-applied" | "under-review" | "leading" | "stopped"; share_percent: string; leadingSinceMs: number; days: number; currency: string; profit: string; capital: string; roiPercent: string | null; drawdownPercent: string | null; trades: number; wins: number; winPercent: string | null; followers: number; followersEver: number; assets: string; followersProfit: string; followersReturnPercent: string | null; followersSample: number; followersTrades: number; updatedAtMs: number }>; next: string | null }
  }
  /** One lead trader: the figures, their open result now, and their result day by day. For everybody. */
  '/follow/traderDetail': {
    input: { trader_user_id: string }
    output: { lead: { id: string; nickname: string | null; introduction: string; status: "not-applied" | "under-review" | "leading" | "stopped"; share_percent: string; leadingSinceMs: number; days: number; currency: string; profit: string; capital: string; roiPercent: string | null; drawdownPercent: string | null; trades: number; wins: number; winPercent: string | null; followers: number; followersEver: number; assets: string; followersProfit: string; followersReturnPercent: string | null; followersSample: number; followersTrades: number; updatedAtMs: number }; openPositions: number; unrealizedPnl: string | null; days: Array<{ dayMs: number; profit: string }> }
  }
  /** What a lead trader has closed of what they opened while they led, all of it, newest first. For everybody. */
  '/follow/historyTrade': {
    input: { trader_user_id: string; page?: string; limit?: string; cursor?: string }
    output: { items: Array<{ id: string; currency_id: string; type: "long" | "short"; multiple: number; entryPrice: string; closePrice: string; returnPercent: string; reason: "user" | "take-profit" | "stop-loss" | "liquidation" | "lead" | "copy-stop" | "exposure" | "halted" | "own-limits"; openedAtMs: number; closedAtMs: number; entrySequence: number; closeSequence: number; copied: number; skipped: number }>; next: string | null }
  }
  /** The share of customers’ accounts that lost money with contracts that they copied, after fees, computed from the ledger. For everybody. */
  '/follow/loss_share': {
    input: Record<string, never>
    output: { lostPercent: string | null; months: number; minimumAccounts: number; asOfMs: number }
  }
  /** Whom the customer copies, newest first. Takes a session. */
  '/follow/my': {
    input: { follow_user_id?: string; trader_user_id?: string; status?: "active" | "paused" | "ended"; page?: string; limit?: string; cursor?: string }
    output: { items: Array<{ id: string; trader_user_id: string; nickname: string | null; status: "active" | "paused" | "ended"; endReason: "user" | "stop-loss" | "lead-stopped" | null; type: "amount" | "ratio"; number: string; max_trade: string; max_total: string; stop_loss: string | null; slippage: string; share_percent: string; terms_version: number; currency: string; margin: string; openCopies: number; closedCopies: number; realizedPnl: string; unrealizedPnl: string | null; profit: string | null; highWaterMark: string; sharePaid: string; shareReserved: string; shareIfClosed: string | null; shareIfKept: string | null; nextShareAtMs: number | null; agreementVersion: number; startedAtMs: number; endedAtMs: number | null }>; next: string | null }
  }
  /** The customer’s copied positions, newest first. Takes a session. */
  '/follow/positions': {
    input: { follow_user_id?: string; is_open?: "0" | "1"; page?: string; limit?: string; cursor?: string }
    output: { items: Array<{ id: string; currency_id: string; legal_id: string; type: "long" | "short"; multiple: number; share: string; openLots: string; status: "pending" | "open" | "closed" | "cancelled"; reason: "user" | "take-profit" | "stop-loss" | "liquidation" | "lead" | "copy-stop" | "exposure" | "halted" | "own-limits" | null; follow_user_id: string; leadName: string | null; target_price: string | null; entryPrice: string | null; closePrice: string | null; markPrice: string | null; margin: string; initialMargin: string; maintenance: string; liquidationPrice: string | null; points: string | null; fee: string; financing: string; realizedPnl: string; unrealizedPnl: string | null; target_profit_price: string | null; stop_loss_price: string | null; terms_version: number; feeBps: number; financingBps: number; tapeSequence: number; entrySequence: number | null; closeSequence: number | null; createdAtMs: number; openedAtMs: number | null; closedAtMs: number | null; updatedAtMs: number; trader_user_id: string; leadPositionId: string; isFollowing: boolean; shareIfTakenOut: string | null }>; next: string | null }
  }
  /** What became of each action of a lead for the customer: copied, or skipped and why; newest first. Takes a session. */
  '/follow/outcomes': {
    input: { follow_user_id?: string; which?: "copied" | "skipped"; page?: string; limit?: string; cursor?: string }
    output: { items: Array<{ id: string; follow_user_id: string; trader_user_id: string; nickname: string | null; leadPositionId: string; currency_id: string; type: "long" | "short"; action: "open" | "close" | "stops" | "liquidation"; result: "copied" | "skipped"; reason: "balance" | "minimum" | "slippage" | "limit-trade" | "limit-total" | "limit-equity" | "paused" | "exposure" | "cap" | "stale" | "closed" | "breaker" | "positions" | "stops" | "own-stop" | "no-copy" | "own-margin" | "not-allowed" | null; minimumLots: string | null; limitedBy: "balance" | "minimum" | "slippage" | "limit-trade" | "limit-total" | "limit-equity" | "paused" | "exposure" | "cap" | "stale" | "closed" | "breaker" | "positions" | "stops" | "own-stop" | "no-copy" | "own-margin" | "not-allowed" | null; transaction_id: string | null; share: string | null; price: string | null; slippage: string | null; sequence: number | null; atMs: number }>; next: string | null }
  }
  /** Which version of the agreement is in force, and which the customer has accepted and when. Takes a session. */
  '/follow/agreement': {
    input: Record<string, never>
    output: { version: number; acceptedVersion: number; acceptedAtMs: number | null }
  }
  /** The customer’s own place as a lead: the state of the review, the figures, the shares earned. Takes a session. */
  '/follow/centre': {
    input: Record<string, never>
    output: { status: "not-applied" | "under-review" | "leading" | "stopped"; introduction: string | null; share_percent: string | null; appliedAtMs: number | null; decidedAtMs: number | null; reason: string | null; currency: string; sharesEarned: string; sharesReserved: string; lead: { id: string; nickname: string | null; introduction: string; status: "not-applied" | "under-review" | "leading" | "stopped"; share_percent: string; leadingSinceMs: number; days: number; currency: string; profit: string; capital: string; roiPercent: string | null; drawdownPercent: string | null; trades: number; wins: number; winPercent: string | null; followers: number; followersEver: number; assets: string; followersProfit: string; followersReturnPercent: string | null; followersSample: number; followersTrades: number; updatedAtMs: number } | null }
  }
  /** Who follows the customer, newest first, without who they are. Takes a session. */
  '/follow/followers': {
    input: { status?: "active" | "paused" | "ended"; page?: string; limit?: string; cursor?: string }
    output: { items: Array<{ follow_user_id: string; nickname: string | null; status: "active" | "paused" | "ended"; margin: string; closedCopies: number; realizedPnl: string; sharePaid: string; shareReserved: string; startedAtMs: number; endedAtMs: number | null }>; next: string | null }
  }
  /** The customer’s coupons, newest first. Takes a session. */
  '/coupon/list': {
    input: { status?: "usable" | "used" | "expired"; page?: string; limit?: string; cursor?: string }
    output: { items: Array<{ id: string; kind: "boost" | "trial" | "discount"; currency: string; sharePercent: string; cap: string; termDays: number; dailyPercent: string; aprPercent: string; interest: string; status: "usable" | "running" | "used" | "expired"; claimedAtMs: number; expiresAtMs: number; paid: string; order: { id: string; status: "running" | "paid" | "returned" | "unfunded"; amount: string; startsAtMs: number; paysAtMs: number } | null }>; next: string | null }
  }
  /** What a coupon did in one of the customer’s spot or savings orders: nothing in most, and one at most. Takes a session. */
  '/coupon/order': {
    input: { order_id: string }
    output: { items: Array<{ couponId: string; order_id: string; kind: "boost" | "trial" | "discount"; currency: string; sharePercent: string; amount: string; principal: string | null; fee: string | null; feeCurrency: string | null; status: "running" | "paid" | "returned" | "unfunded"; atMs: number }> }
  }
  /** The customer’s deposits, newest first; those of one kind, or of all. Of type `withdrawal` their withdrawals, whose networks and addresses are in `/user/withdraw/list`. Takes a session. */
  '/recharge/log': {
    input: { type?: "deposit" | "0" | "wire" | "1" | "withdrawal" | "2"; status?: "pending" | "approved" | "rejected"; currency?: string; page?: string; limit?: string; cursor?: string }
    output: { items: Array<{ id: string; reference: string; type: "deposit" | "wire" | "withdrawal"; source: "proof" | "chain" | "card" | "wire" | "certificate" | "withdrawal"; status: "pending" | "approved" | "rejected"; currency: string; network: string; sub_type: string; account: string; amount: string; credited: string | null; address: string; hash_tail: string; txid: string | null; confirmations: number | null; confirmationsNeeded: number | null; outcome: "below-minimum" | "credited-before" | "dropped" | null; bank_payment: { bankName: string; paymentReference: string; remitter: string | null; bank: string | null; last_digits: string | null; paid_on: string | null; isErased: boolean } | null; image: string; submittedAtMs: number; decidedAtMs: number | null; rejection: string | null }>; next: string | null }
  }
  /** One of the customer’s deposits. Takes a session. */
  '/recharge/detail': {
    input: { id: string }
    output: { id: string; reference: string; type: "deposit" | "wire" | "withdrawal"; source: "proof" | "chain" | "card" | "wire" | "certificate" | "withdrawal"; status: "pending" | "approved" | "rejected"; currency: string; network: string; sub_type: string; account: string; amount: string; credited: string | null; address: string; hash_tail: string; txid: string | null; confirmations: number | null; confirmationsNeeded: number | null; outcome: "below-minimum" | "credited-before" | "dropped" | null; bank_payment: { bankName: string; paymentReference: string; remitter: string | null; bank: string | null; last_digits: string | null; paid_on: string | null; isErased: boolean } | null; image: string; submittedAtMs: number; decidedAtMs: number | null; rejection: string | null }
  }
  /** The bank accounts that the customer can pay to, and what to write into a payment so that it is theirs. Takes a session. */
  '/wallet/bank_accounts': {
    input: { currency?: string }
    output: { items: Array<{ id: string; currency: string; ways: Array<"card" | "wire" | "certificate">; beneficiary: string; beneficiaryAddress: string; bankName: string; bankAddress: string; branch: string; iban: string; accountNumber: string; aba: string; swiftCode: string; cutOff: string; minimum: string; maximum: string; version: number; changedAtMs: number | null; isDemo: boolean }>; paymentReference: string }
  }
  /** Every request of the customer’s about funds with its status, whatever kind it is of, newest first. Takes a session. */
  '/wallet/records': {
    input: { type?: "deposit" | "0" | "wire" | "1" | "withdrawal" | "2" | "sale" | "loan" | "otc"; status?: "pending" | "approved" | "rejected"; page?: string; limit?: string; cursor?: string }
    output: { items: Array<{ id: string; type: "deposit" | "wire" | "withdrawal" | "sale" | "loan" | "otc"; recordId: string; reference: string; status: "pending" | "approved" | "rejected"; state: string; currency: string; amount: string; atMs: number }>; next: string | null }
  }
  /** The dual investments of a type that are on sale or will be, and what is set aside for pay-outs. For everybody. */
  '/dual/index': {
    input: { currency_id?: string; type?: "call" | "put"; page?: string; limit?: string; cursor?: string }
    output: { items: Array<{ id: string; symbol: string; base: string; quote: string; type: "call" | "put"; currency: string; strike: string; yieldRate: string; yieldPercent: string; return_rate: string; termDays: number; startsAtMs: number; settlesAtMs: number; saleFromMs: number; availability: "upcoming" | "open" | "sold-out" | "closed"; unit: string; capacity: number; maximum: number; own: number; left: number; leftPercent: number }>; next: string | null; escrow: Array<{ currency: string; escrow: string; free: string }> }
  }
  /** One dual investment, also one that is sold no more. For everybody. */
  '/dual/detail': {
    input: { id: string }
    output: { id: string; symbol: string; base: string; quote: string; type: "call" | "put"; currency: string; strike: string; yieldRate: string; yieldPercent: string; return_rate: string; termDays: number; startsAtMs: number; settlesAtMs: number; saleFromMs: number; availability: "upcoming" | "open" | "sold-out" | "closed"; unit: string; capacity: number; maximum: number; own: number; left: number; leftPercent: number; escrow: Array<{ currency: string; escrow: string; free: string }> }
  }
  /** The customer’s dual investments, newest first. Takes a session. */
  '/dual/dual_list': {
    input: { status?: "normal" | "ended"; page?: string; limit?: string; cursor?: string }
    output: { items: Array<{ id: string; productId: string; symbol: string; base: string; quote: string; type: "call" | "put"; currency: string; strike: string; yieldRate: string; yieldPercent: string; return_rate: string; termDays: number; startsAtMs: number; settlesAtMs: number; num: number; principal: string; above: string; below: string; status: "normal" | "ended"; end: "above" | "below" | "unpriced" | "cancelled" | null; canCancel: boolean; cancelUntilMs: number; subscribedAtMs: number; dueAtMs: number; fixing: { atMs: number; price: string | null; minutes: number; ticks: number } | null; result: { amount: string; currency: string; atMs: number } | null; rulesVersion: number }>; next: string | null }
  }
  /** One dual investment of the customer, with its receipt and the averages that were looked at. Takes a session. */
  '/dual/order': {
    input: { id: string }
    output: { id: string; productId: string; symbol: string; base: string; quote: string; type: "call" | "put"; currency: string; strike: string; yieldRate: string; yieldPercent: string; return_rate: string; termDays: number; startsAtMs: number; settlesAtMs: number; num: number; principal: string; above: string; below: string; status: "normal" | "ended"; end: "above" | "below" | "unpriced" | "cancelled" | null; canCancel: boolean; cancelUntilMs: number; subscribedAtMs: number; dueAtMs: number; fixing: { atMs: number; price: string | null; minutes: number; ticks: number } | null; result: { amount: string; currency: string; atMs: number } | null; rulesVersion: number; receipt: string; fixings: Array<{ atMs: number; price: string | null; minutes: number; ticks: number }> }
  }
  /** All that is needed to compute again what a settled dual investment paid: its receipt, and all ticks of its window with their proofs. Takes a session. */
  '/dual/proof': {
    input: { id: string }
    output: { version: 1; product: "dual"; publicKey: string; receipt: string; result: { order: string; outcome: "above" | "below" | "unpriced"; atMs: number; price: number | null; minutes: number; ticks: number; paid: string; currency: string }; nodes: Array<string>; ticks: Array<{ bytes: string; proof: Array<number> }>; checkpoint: string }
  }
  /** What the customer has in active dual investments, and what ended ones yielded, by currency. Takes a session. */
  '/dual/totals': {
    input: Record<string, never>
    output: { items: Array<{ currency: string; principal: string; active: number; yieldTotal: string; nextSettlementMs: number | null }> }
  }
  /** The term products of a kind on offer, and the fund that pays their interest. For everybody. */
  '/lh/deposit/config': {
    input: { kind?: "locked" | "quantization" | "mining" }
    output: { products: Array<{ id: string; kind: "locked" | "quantization" | "mining"; currency: string; rewardCurrency: string; termDays: number; noticeHours: number; dailyRate: string; dailyPercent: string | null; return_rate: string | null; penaltyRate: string; penaltyPercent: string; atTodaysPrice: { return_rate: string; ticks: Array<{ symbol: string; sequence: number; price: string; atMs: number }> } | null; minimum: string; maximum: string; cap: string; left: string; leftPercent: number; availability: "open" | "sold-out" | "closed"; inProduct: string; tag: "new" | "popular" | "limited" | null; terms_version: number }>; interestFund: Array<{ currency: string; reserved: string; free: string }> }
  }
  /** The customer’s subscriptions to products of a kind, newest first, with totals by currency. Takes a session. */
  '/lh/deposit/order': {
    input: { kind?: "locked" | "quantization" | "mining"; status?: "normal" | "ended"; page?: string; limit?: string; cursor?: string }
    output: { items: Array<{ id: string; config_id: string; kind: "locked" | "quantization" | "mining"; currency: string; rewardCurrency: string; amount: string; termDays: number; noticeHours: number; dailyRate: string; dailyPercent: string | null; return_rate: string | null; penaltyRate: string; penaltyPercent: string; status: "normal" | "ended"; end: "matured" | "redeemed" | null; subscribedAtMs: number; startsAtMs: number; maturity_time: number; noticeAtMs: number | null; daysEarned: number; interestPerDay: string; today_income: string; total_income: string; interestAtMaturity: string; paidAtMaturity: string; earlyRedemption: { interest: string; penalty: string; refund_amount: string; givenUp: string } | null; result: { interest: string; penalty: string; refund_amount: string; givenUp: string; atMs: number } | null; rulesVersion: number }>; next: string | null; totals: Array<{ currency: string; amount: string; today_income: string; total_income: string; penaltyTotal: string }> }
  }
  /** One subscription, with its interest day by day. Takes a session. */
  '/lh/deposit/detail': {
    input: { id: string }
    output: { id: string; config_id: string; kind: "locked" | "quantization" | "mining"; currency: string; rewardCurrency: string; amount: string; termDays: number; noticeHours: number; dailyRate: string; dailyPercent: string | null; return_rate: string | null; penaltyRate: string; penaltyPercent: string; status: "normal" | "ended"; end: "matured" | "redeemed" | null; subscribedAtMs: number; startsAtMs: number; maturity_time: number; noticeAtMs: number | null; daysEarned: number; interestPerDay: string; today_income: string; total_income: string; interestAtMaturity: string; paidAtMaturity: string; earlyRedemption: { interest: string; penalty: string; refund_amount: string; givenUp: string } | null; result: { interest: string; penalty: string; refund_amount: string; givenUp: string; atMs: number } | null; rulesVersion: number; days: Array<{ day: number; atMs: number; interest: string; transferId: string }> }
  }
  /** Which products are not offered in the customer’s country at present; what one has in them can be ended. Takes a session. */
  '/user/closed': {
    input: Record<string, never>
    output: { closed: Array<"option" | "contract" | "copy" | "loan" | "dual" | "earn" | "ieo" | "nft" | "otc" | "registration"> }
  }
  /** What the customer has in savings and investments by product, with today’s and total income. Takes a session. */
  '/user/financial': {
    input: Record<string, never>
    output: { lines: Array<{ product: string; kind: string; currency: string; principal: string; today_income: string; total_income: string }>; totals: Array<{ currency: string; principal: string; today_income: string; total_income: string }> }
  }
  /** The round that takes guesses now, with the customer’s own, and the one before it. Takes a session. */
  '/game/round': {
    input: Record<string, never>
    output: { open: { id: string; symbol: string; opensAtMs: number; closesAtMs: number; endsAtMs: number; status: "waiting" | "counting" | "counted" | "void"; tick: { sequence: number; price: string; atMs: number } | null; guesses: number | null; own: { price: string; placedAtMs: number; points: number | null } | null }; previous: { id: string; symbol: string; opensAtMs: number; closesAtMs: number; endsAtMs: number; status: "waiting" | "counting" | "counted" | "void"; tick: { sequence: number; price: string; atMs: number } | null; guesses: number | null; own: { price: string; placedAtMs: number; points: number | null } | null } | null; maxPoints: number; staleAfterMs: number; rulesVersion: number }
  }
  /** Rounds that are closed, newest first, with what decided each and the customer’s own guess. Takes a session. */
  '/game/rounds': {
    input: { isOwn?: "0" | "1" | "true" | "false"; page?: string; limit?: string; cursor?: string }
    output: { items: Array<{ id: string; symbol: string; opensAtMs: number; closesAtMs: number; endsAtMs: number; status: "waiting" | "counting" | "counted" | "void"; tick: { sequence: number; price: string; atMs: number } | null; guesses: number | null; own: { price: string; placedAtMs: number; points: number | null } | null }>; next: string | null }
  }
  /** Who has the most points in this week or in all, by nickname where they have one and show it, and the customer’s own place. Takes a session. */
  '/game/board': {
    input: { period?: "week" | "all" }
    output: { period: "week" | "all"; beginsAtMs: number | null; endsAtMs: number | null; items: Array<{ place: number; nickname: string | null; points: number; rounds: number; isOwn: boolean }>; own: { place: number | null; points: number; rounds: number; nickname: string | null; is_listed: boolean; isHidden: boolean }; maxPlace: number }
  }
  /** All that is needed to compute again which tick decided a round. For everybody. */
  '/game/proof': {
    input: { id: string }
    output: { version: 1; product: "game"; publicKey: string; round: { id: string; symbol: string; endsAtMs: number; tick: { sequence: number; price: number; atMs: number } | null }; ticks: Array<{ bytes: string; proof: Array<string> }>; checkpoint: string }
  }
  /** Everything of the customer that ended, of all products, what ended last first. Takes a session. */
  '/user/history': {
    input: { product?: "spot" | "contract" | "option" | "copy" | "dual" | "ieo" | "nft" | "box"; currency_id?: string; status?: "filled" | "closed" | "liquidated" | "settled" | "cancelled" | "void" | "returned" | "forfeited"; from?: string; to?: string; page?: string; limit?: string; cursor?: string }
    output: { items: Array<{ product: "spot" | "contract" | "option" | "copy" | "dual" | "ieo" | "nft" | "box"; id: string; currency_id: string; side: "buy" | "sell" | "long" | "short" | "rise" | "fall"; status: "filled" | "closed" | "liquidated" | "settled" | "cancelled" | "void" | "returned" | "forfeited"; quantity: string; filled: string; unit: string; openPrice: string | null; closePrice: string | null; result: string | null; resultCurrency: string; fee: string; feeCurrency: string; follow_user_id: string | null; leadName: string | null; placedAtMs: number; endedAtMs: number }>; next: string | null }
  }
  /** The same as a CSV file, times in UTC, amounts exact. Takes a session. */
  '/user/history_csv': {
    input: { product?: "spot" | "contract" | "option" | "copy" | "dual" | "ieo" | "nft" | "box"; currency_id?: string; status?: "filled" | "closed" | "liquidated" | "settled" | "cancelled" | "void" | "returned" | "forfeited"; from?: string; to?: string }
    output: Blob
  }
  /** What was signed when one of the customer’s orders was accepted: a contract’s, a seconds option’s, a dual investment’s, a blind box’s, a stop’s. Of other spot orders the fills are signed, see `/coin/proof`. Takes a session. */
  '/proof/receipt': {
    input: { id: string }
    output: { product: "spot" | "contract" | "option" | "dual" | "box"; id: string; receipt: string; publicKey: string }
  }
  /** New-coin sales, the newest first. For everybody. */
  '/project': {
    input: { page?: string; limit?: string; cursor?: string }
    output: { items: Array<{ id: string; code: string; name: string; colour: string; tagline: string; pay_currency: string; price: string; supply: string; exchangeSupply: string; subscriptionSupply: string; sold: string; subscribed: string; maxExchange: string; quota: string; ownExchange: string; ownSubscribed: string; softCap: string; opensAtMs: number; endsAtMs: number; listsAtMs: number; refundAtMs: number; lockDays: number; listedAtMs: number | null; unlocksAtMs: number | null; phase: "announced" | "open" | "sold-out" | "closed" | "ended" | "allotted" | "listed" | "failed"; presale: "not_started" | "in_progress" | "sold_out" | "ended"; failure: "soft-cap" | "unlisted" | "cancelled" | null; symbol: string | null; allotment: { subscriptions: number; left: number } | null }>; next: string | null }
  }
  /** One new-coin sale. For everybody. */
  '/project/detail': {
    input: { project_id: string }
    output: { id: string; code: string; name: string; colour: string; tagline: string; pay_currency: string; price: string; supply: string; exchangeSupply: string; subscriptionSupply: string; sold: string; subscribed: string; maxExchange: string; quota: string; ownExchange: string; ownSubscribed: string; softCap: string; opensAtMs: number; endsAtMs: number; listsAtMs: number; refundAtMs: number; lockDays: number; listedAtMs: number | null; unlocksAtMs: number | null; phase: "announced" | "open" | "sold-out" | "closed" | "ended" | "allotted" | "listed" | "failed"; presale: "not_started" | "in_progress" | "sold_out" | "ended"; failure: "soft-cap" | "unlisted" | "cancelled" | null; symbol: string | null; allotment: { subscriptions: number; left: number } | null }
  }
  /** The customer’s orders in new-coin sales, newest first. Takes a session. */
  '/user/project/order': {
    input: { status?: "waiting" | "allotted" | "locked" | "unlocked" | "refunded"; page?: string; limit?: string; cursor?: string }
    output: { items: Array<{ id: string; project_id: string; code: string; name: string; colour: string; pay_currency: string; kind: "exchange" | "subscription"; status: "waiting" | "allotted" | "locked" | "unlocked" | "refunded"; price: string; quantity: string; cost: string; allotted: string | null; paid: string; refunded: string; held: string; opensAtMs: number; endsAtMs: number; listsAtMs: number; refundAtMs: number; lockDays: number; listedAtMs: number | null; unlocksAtMs: number | null; failure: "soft-cap" | "unlisted" | "cancelled" | null; symbol: string | null; placedAtMs: number; endedAtMs: number | null; allotment: { position: number; total: string; supply: string; whole: string; remainder: string; rank: number; left: number } | null; rulesVersion: number }>; next: string | null }
  }
  /** One order of the customer in a new-coin sale, and how its allotment was computed. Takes a session. */
  '/user/project/order/detail': {
    input: { id: string }
    output: { id: string; project_id: string; code: string; name: string; colour: string; pay_currency: string; kind: "exchange" | "subscription"; status: "waiting" | "allotted" | "locked" | "unlocked" | "refunded"; price: string; quantity: string; cost: string; allotted: string | null; paid: string; refunded: string; held: string; opensAtMs: number; endsAtMs: number; listsAtMs: number; refundAtMs: number; lockDays: number; listedAtMs: number | null; unlocksAtMs: number | null; failure: "soft-cap" | "unlisted" | "cancelled" | null; symbol: string | null; placedAtMs: number; endedAtMs: number | null; allotment: { position: number; total: string; supply: string; whole: string; remainder: string; rank: number; left: number } | null; rulesVersion: number }
  }
  /** What every subscription of a sale asked for and was allotted, in the order of acceptance and without names: enough to compute all of it again. For everybody. */
  '/project/allotments': {
    input: { project_id: string; page?: string; limit?: string; cursor?: string }
    output: { items: Array<{ position: number; asked: string; allotted: string }>; next: string | null }
  }
  /** Who came by the customer’s invite code, newest first. Takes a session. */
  '/user/invite/list': {
    input: { page?: string; limit?: string; cursor?: string }
    output: { items: Array<{ id: string; contact: string | null; joinedAtMs: number; endsAtMs: number; isVerified: boolean; paidValue: string; heldValue: string }>; next: string | null }
  }
  /** The commission on invited customers’ spot fees, by day, customer and coin, newest first. Takes a session. */
  '/user/invite/commissions': {
    input: { page?: string; limit?: string; cursor?: string }
    output: { items: Array<{ id: string; contact: string | null; earnedOnMs: number; currency: string; fees: string; amount: string; paid: string; value: string; status: "held" | "paid" | "unpaid"; why: "unverified" | "monthly-cap" | null; paidAtMs: number }>; next: string | null }
  }
  /** One commission. Takes a session. */
  '/user/invite/commission': {
    input: { id: string }
    output: { id: string; contact: string | null; earnedOnMs: number; currency: string; fees: string; amount: string; paid: string; value: string; status: "held" | "paid" | "unpaid"; why: "unverified" | "monthly-cap" | null; paidAtMs: number }
  }
  /** What the last twelve months of commission are worth, by the month it was earned in, and its terms. Takes a session. */
  '/user/invite/months': {
    input: Record<string, never>
    output: { items: Array<{ month: string; held: string; paid: string; unpaid: string }>; terms: { sharePercent: string; earningDays: number; holdDays: number; monthlyCap: string; valuedIn: string } }
  }
  /** What the platform owes all customers, by currency, as it was last published, and the log of it. For everybody. */
  '/liabilities': {
    input: Record<string, never>
    output: { publicKey: string; checkpoint: string | null; statement: string | null; snapshots: Array<{ number: number; atMs: number }> }
  }
  /** One published statement, and the proof that the log has it. For everybody. */
  '/liabilities/statement': {
    input: { number: string }
    output: { statement: string; proof: Array<string>; checkpoint: string }
  }
  /** The proof that the log of statements at one size begins with that at a smaller one. For everybody. */
  '/liabilities/consistency': {
    input: { from: string; to: string }
    output: { proof: Array<string> }
  }
  /** The proof that the customer’s own balances are part of a published total; of the newest without a number. Takes a session. */
  '/proof/liabilities': {
    input: { number?: string }
    output: { version: 1; product: "liabilities"; publicKey: string; customer: string; salt: string; statement: string; proof: Array<string>; checkpoint: string; leaves: Array<{ index: number; amounts: Array<string>; siblings: string }> }
  }
  /** All currencies and all instruments with their terms. For everybody. */
  '/currency/list': {
    input: Record<string, never>
    output: { installation: string; version: number; currencies: Array<{ id: string; number: number; code: string; name: string; decimals: number; kind: "crypto" | "fiat"; colour: string }>; instruments: Array<{ id: string; symbol: string; label: string; name: string; aliases: Array<string>; class: "forex" | "crypto" | "future" | "stock" | "etf"; classId: 0 | 2 | 3 | 6 | 9 | 100; base: string; quote: string; tickSize: string; stepSize: string; minNotional: string; lotSize: number; priceDecimals: number; quantityDecimals: number; session: "always" | "forex" | "us-stock" | "us-future"; timeZone: string; products: Array<"spot" | "contract" | "option">; status: "trading" | "halted"; makerFeeBps: number; takerFeeBps: number; collar: "major" | "other"; restingBandBps: number; referencePrice: string; termsVersion: number }> }
  }
  /** What a loan costs, its smallest and largest amount, and what its score is made of. For everybody. */
  '/user/jiedai/terms': {
    input: Record<string, never>
    output: { version: number; currency: string; days: Array<number>; dailyRate: string; dailyRatePercent: string; overdueRate: string; overdueRatePercent: string; minimum: string; maximum: string; reviewHours: number; score: { first: number; maximum: number; onTime: number; overdue: number; overdueDay: number; floor: number; perPoint: string } }
  }
  /** The customer’s limit, what of it is used, the score, the terms, and loans that are open. Takes a session. */
  '/user/GetJiedaiInfo': {
    input: Record<string, never>
    output: { isVerified: boolean; score: number; limit: string; used: string; available: string; balance: string; terms: { version: number; currency: string; days: Array<number>; dailyRate: string; dailyRatePercent: string; overdueRate: string; overdueRatePercent: string; minimum: string; maximum: string; reviewHours: number; score: { first: number; maximum: number; onTime: number; overdue: number; overdueDay: number; floor: number; perPoint: string } }; hasFreeDay: boolean; freeDayFromMs: number | null; application: { id: string; reference: string; status: "not_reviewed" | "issued" | "unpaid" | "repaid" | "rejected" | "cancelled"; currency: string; amount: string; days: number; dailyRate: string; dailyRatePercent: string; overdueRate: string; overdueRatePercent: string; hasFreeDay: boolean; totalInterest: string; appliedAtMs: number; paidOutAtMs: number | null; dueAtMs: number | null; endedAtMs: number | null; repaid: string; interestPaid: string; overdueInterestPaid: string; remaining: string; debt: { principal: string; chargedDays: number; interest: string; overdueInterest: string } | null; why: string | null } | null; open: Array<{ id: string; reference: string; status: "not_reviewed" | "issued" | "unpaid" | "repaid" | "rejected" | "cancelled"; currency: string; amount: string; days: number; dailyRate: string; dailyRatePercent: string; overdueRate: string; overdueRatePercent: string; hasFreeDay: boolean; totalInterest: string; appliedAtMs: number; paidOutAtMs: number | null; dueAtMs: number | null; endedAtMs: number | null; repaid: string; interestPaid: string; overdueInterestPaid: string; remaining: string; debt: { principal: string; chargedDays: number; interest: string; overdueInterest: string } | null; why: string | null }> }
  }
  /** The customer’s loans, newest first. Takes a session. */
  '/user/jiedai/list': {
    input: { status?: "not_reviewed" | "0" | "issued" | "1" | "unpaid" | "2" | "repaid" | "3" | "rejected" | "4" | "cancelled" | "5"; page?: string; limit?: string; cursor?: string }
    output: { items: Array<{ id: string; reference: string; status: "not_reviewed" | "issued" | "unpaid" | "repaid" | "rejected" | "cancelled"; currency: string; amount: string; days: number; dailyRate: string; dailyRatePercent: string; overdueRate: string; overdueRatePercent: string; hasFreeDay: boolean; totalInterest: string; appliedAtMs: number; paidOutAtMs: number | null; dueAtMs: number | null; endedAtMs: number | null; repaid: string; interestPaid: string; overdueInterestPaid: string; remaining: string; debt: { principal: string; chargedDays: number; interest: string; overdueInterest: string } | null; why: string | null }>; next: string | null }
  }
  /** One loan with its repayments; without an id the customer’s newest. Takes a session. */
  '/user/Getjiedaiht': {
    input: { id?: string }
    output: { id: string; reference: string; status: "not_reviewed" | "issued" | "unpaid" | "repaid" | "rejected" | "cancelled"; currency: string; amount: string; days: number; dailyRate: string; dailyRatePercent: string; overdueRate: string; overdueRatePercent: string; hasFreeDay: boolean; totalInterest: string; appliedAtMs: number; paidOutAtMs: number | null; dueAtMs: number | null; endedAtMs: number | null; repaid: string; interestPaid: string; overdueInterestPaid: string; remaining: string; debt: { principal: string; chargedDays: number; interest: string; overdueInterest: string } | null; why: string | null; repayments: Array<{ id: string; atMs: number; amount: string; principal: string; interest: string; overdueInterest: string; outstanding: string }> }
  }
  /** The contract of one loan with its schedule, in the customer’s language. Takes a session. */
  '/user/Getjiedaiht/pdf': {
    input: { id: string }
    output: Blob
  }
  /** How the customer’s credit score became what it is, newest first. Takes a session. */
  '/user/jiedai/score': {
    input: { page?: string; limit?: string; cursor?: string }
    output: { items: Array<{ id: string; atMs: number; cause: "on-time" | "overdue" | "overdue-day"; loanId: string; reference: string; change: number; score: number }>; next: string | null; score: number }
  }
  /** Artists, the newest first, or those whose name begins with a text. For everybody. */
  '/bind_box/getArtist': {
    input: { search?: string; page?: string; limit?: string; cursor?: string }
    output: { items: Array<{ id: string; name: string; portrait: { id: string; kind: "picture" | "video"; type: "image/jpeg" | "image/png" | "video/mp4" | "video/webm"; bytes: number; width: number | null; height: number | null } | null; bio: string; hasAccount: boolean; artworks: number }>; next: string | null }
  }
  /** One artist. For everybody. */
  '/bind_box/getArtistDetail': {
    input: { id: string }
    output: { id: string; name: string; portrait: { id: string; kind: "picture" | "video"; type: "image/jpeg" | "image/png" | "video/mp4" | "video/webm"; bytes: number; width: number | null; height: number | null } | null; bio: string; hasAccount: boolean; artworks: number }
  }
  /** Collections, the newest first; with `mine` those of which the customer owns an artwork or marked one. For everybody. */
  '/bind_box/getCollection': {
    input: { artist_id?: string; mine?: "0" | "1" | "true" | "false"; page?: string; limit?: string; cursor?: string }
    output: { items: Array<{ id: string; name: string; description: string; cover: { id: string; kind: "picture" | "video"; type: "image/jpeg" | "image/png" | "video/mp4" | "video/webm"; bytes: number; width: number | null; height: number | null } | null; artist: { id: string; name: string; portrait: { id: string; kind: "picture" | "video"; type: "image/jpeg" | "image/png" | "video/mp4" | "video/webm"; bytes: number; width: number | null; height: number | null } | null }; artworks: number; currency: string; floor: string | null }>; next: string | null }
  }
  /** One collection. For everybody. */
  '/bind_box/getCollectionDetail': {
    input: { id: string }
    output: { id: string; name: string; description: string; cover: { id: string; kind: "picture" | "video"; type: "image/jpeg" | "image/png" | "video/mp4" | "video/webm"; bytes: number; width: number | null; height: number | null } | null; artist: { id: string; name: string; portrait: { id: string; kind: "picture" | "video"; type: "image/jpeg" | "image/png" | "video/mp4" | "video/webm"; bytes: number; width: number | null; height: number | null } | null }; artworks: number; currency: string; floor: string | null }
  }
  /** Artworks, the newest first: of an artist or a collection, offered so, or with words that begin so. For everybody. */
  '/bind_box/getArtwork': {
    input: { artist_id?: string; collection_id?: string; offer?: "none" | "fixed" | "auction"; kind?: "picture" | "video"; search?: string; page?: string; limit?: string; cursor?: string }
    output: { items: Array<{ id: string; code: string; title: string; artist: { id: string; name: string; portrait: { id: string; kind: "picture" | "video"; type: "image/jpeg" | "image/png" | "video/mp4" | "video/webm"; bytes: number; width: number | null; height: number | null } | null }; collection: { id: string; name: string } | null; media: { id: string; kind: "picture" | "video"; type: "image/jpeg" | "image/png" | "video/mp4" | "video/webm"; bytes: number; width: number | null; height: number | null }; poster: { id: string; kind: "picture" | "video"; type: "image/jpeg" | "image/png" | "video/mp4" | "video/webm"; bytes: number; width: number | null; height: number | null } | null; edition: { number: number; of: number } | null; currency: string; offer: "none" | "fixed" | "auction"; state: "2" | "1" | "0"; price: string | null; opensAtMs: number | null; endsAtMs: number | null; holder: "platform" | "artist" | "customer"; isBoxed: boolean; isOwn: boolean; isFavourite: boolean; favourites: number }>; next: string | null }
  }
  /** One artwork: its offer, its auction, what of a price goes where, and what the customer has to do with it. For everybody. */
  '/bind_box/getArtworkDetail': {
    input: { code: string }
    output: { id: string; code: string; title: string; artist: { id: string; name: string; portrait: { id: string; kind: "picture" | "video"; type: "image/jpeg" | "image/png" | "video/mp4" | "video/webm"; bytes: number; width: number | null; height: number | null } | null }; collection: { id: string; name: string } | null; media: { id: string; kind: "picture" | "video"; type: "image/jpeg" | "image/png" | "video/mp4" | "video/webm"; bytes: number; width: number | null; height: number | null }; poster: { id: string; kind: "picture" | "video"; type: "image/jpeg" | "image/png" | "video/mp4" | "video/webm"; bytes: number; width: number | null; height: number | null } | null; edition: { number: number; of: number } | null; currency: string; offer: "none" | "fixed" | "auction"; state: "2" | "1" | "0"; price: string | null; opensAtMs: number | null; endsAtMs: number | null; holder: "platform" | "artist" | "customer"; isBoxed: boolean; isOwn: boolean; isFavourite: boolean; favourites: number; description: string; createdAtMs: number; feePercent: string; royaltyPercent: string; shares: { fee: string; royalty: string; seller: string } | null; auction: { id: string; status: "open" | "awaiting" | "won" | "unsold" | "cancelled"; startPrice: string; margin: string; step: string; highest: string | null; lowestBid: string; highestBid: string; bids: number; bidders: number; opensAtMs: number; endsAtMs: number; plannedEndMs: number; latestEndMs: number; cancelled: "seller" | "winner" | "operators" | null } | null; own: { margin: "held" | "returned" | "forfeited" | null; bid: string | null; bidder: number | null; isLeading: boolean; sinceMs: number | null; resaleFromMs: number | null; unpaidOrderId: string | null; isSellerOrArtist: boolean } | null }
  }
  /** How an artwork came to whoever has it, from the newest back to its creation. For everybody. */
  '/bind_box/getArtworkHistory': {
    input: { code: string; page?: string; limit?: string; cursor?: string }
    output: { items: Array<{ kind: "created" | "sale" | "auction" | "box"; from: "platform" | "artist" | "customer" | null; to: "platform" | "artist" | "customer"; isFromOwn: boolean; isOwn: boolean; currency: string; price: string | null; atMs: number }>; next: string | null }
  }
  /** Bids on an artwork and prices paid for it, newest first; bidders by their number in the auction. For everybody. */
  '/bind_box/getBindBoxQuotationLog': {
    input: { code: string; page?: string; limit?: string; cursor?: string }
    output: { items: Array<{ id: string; kind: "bid" | "sale"; price: string; currency: string; bidder: number | null; auctionId: string | null; isOwn: boolean; atMs: number }>; next: string | null }
  }
  /** Artworks that the customer marked, the newest mark first. Takes a session. */
  '/bind_box/getFavourites': {
    input: { page?: string; limit?: string; cursor?: string }
    output: { items: Array<{ id: string; code: string; title: string; artist: { id: string; name: string; portrait: { id: string; kind: "picture" | "video"; type: "image/jpeg" | "image/png" | "video/mp4" | "video/webm"; bytes: number; width: number | null; height: number | null } | null }; collection: { id: string; name: string } | null; media: { id: string; kind: "picture" | "video"; type: "image/jpeg" | "image/png" | "video/mp4" | "video/webm"; bytes: number; width: number | null; height: number | null }; poster: { id: string; kind: "picture" | "video"; type: "image/jpeg" | "image/png" | "video/mp4" | "video/webm"; bytes: number; width: number | null; height: number | null } | null; edition: { number: number; of: number } | null; currency: string; offer: "none" | "fixed" | "auction"; state: "2" | "1" | "0"; price: string | null; opensAtMs: number | null; endsAtMs: number | null; holder: "platform" | "artist" | "customer"; isBoxed: boolean; isOwn: boolean; isFavourite: boolean; favourites: number }>; next: string | null }
  }
  /** What artworks are paid with, and the terms of auctions, payments and resale. For everybody. */
  '/bind_box/getNftCurrency': {
    input: Record<string, never>
    output: { items: Array<{ code: string; decimals: number; available: string | null }>; minimumPrice: string; maximumPrice: string; feePercent: string; maxRoyaltyPercent: string; marginPercent: string; stepPercent: string; extendsWithinSeconds: number; extensionSeconds: number; maxExtendedHours: number; payWithinHours: number; resaleAfterHours: number }
  }
  /** Artworks that the customer owns, the newest first. Takes a session. */
  '/bind_box/getMyNFTs': {
    input: { page?: string; limit?: string; cursor?: string }
    output: { items: Array<{ id: string; code: string; title: string; artist: { id: string; name: string; portrait: { id: string; kind: "picture" | "video"; type: "image/jpeg" | "image/png" | "video/mp4" | "video/webm"; bytes: number; width: number | null; height: number | null } | null }; collection: { id: string; name: string } | null; media: { id: string; kind: "picture" | "video"; type: "image/jpeg" | "image/png" | "video/mp4" | "video/webm"; bytes: number; width: number | null; height: number | null }; poster: { id: string; kind: "picture" | "video"; type: "image/jpeg" | "image/png" | "video/mp4" | "video/webm"; bytes: number; width: number | null; height: number | null } | null; edition: { number: number; of: number } | null; currency: string; offer: "none" | "fixed" | "auction"; state: "2" | "1" | "0"; price: string | null; opensAtMs: number | null; endsAtMs: number | null; holder: "platform" | "artist" | "customer"; isBoxed: boolean; isOwn: boolean; isFavourite: boolean; favourites: number; sinceMs: number; resaleFromMs: number; paid: string | null; royaltyPercent: string; feePercent: string; isReserved: boolean }>; next: string | null }
  }
  /** Auctions that the customer paid a margin for, with their highest bid, newest first. Takes a session. */
  '/bind_box/getMyBindBoxQuotationLog': {
    input: { status?: "held" | "returned" | "forfeited"; recordId?: string; page?: string; limit?: string; cursor?: string }
    output: { items: Array<{ id: string; artwork: { code: string; title: string; artist: string; media: { id: string; kind: "picture" | "video"; type: "image/jpeg" | "image/png" | "video/mp4" | "video/webm"; bytes: number; width: number | null; height: number | null }; poster: { id: string; kind: "picture" | "video"; type: "image/jpeg" | "image/png" | "video/mp4" | "video/webm"; bytes: number; width: number | null; height: number | null } | null }; currency: string; auction: { id: string; status: "open" | "awaiting" | "won" | "unsold" | "cancelled"; startPrice: string; margin: string; step: string; highest: string | null; lowestBid: string; highestBid: string; bids: number; bidders: number; opensAtMs: number; endsAtMs: number; plannedEndMs: number; latestEndMs: number; cancelled: "seller" | "winner" | "operators" | null }; margin: string; marginStatus: "held" | "returned" | "forfeited"; bid: string | null; isLeading: boolean; orderId: string | null; paidAtMs: number; endedAtMs: number | null }>; next: string | null }
  }
  /** Orders of auctions that the customer won and has not paid, newest first. Takes a session. */
  '/bind_box/getNeedPayNFTOrder': {
    input: { page?: string; limit?: string; cursor?: string }
    output: { items: Array<{ id: string; artwork: { code: string; title: string; artist: string; media: { id: string; kind: "picture" | "video"; type: "image/jpeg" | "image/png" | "video/mp4" | "video/webm"; bytes: number; width: number | null; height: number | null }; poster: { id: string; kind: "picture" | "video"; type: "image/jpeg" | "image/png" | "video/mp4" | "video/webm"; bytes: number; width: number | null; height: number | null } | null }; kind: "fixed" | "auction"; status: "unpaid" | "paid" | "forfeited" | "cancelled"; role: "buyer" | "seller"; currency: string; price: string; fee: string; royalty: string; sellerGets: string; margin: string; due: string; payByMs: number | null; placedAtMs: number; endedAtMs: number | null; cancelled: "seller" | "winner" | "operators" | null; isRead: boolean; rulesVersion: number }>; next: string | null; unread: number }
  }
  /** Orders in which the customer is the buyer, or with `role` the seller, newest first. Takes a session. */
  '/bind_box/getNFTOrders': {
    input: { role?: "buyer" | "seller"; status?: "unpaid" | "paid" | "forfeited" | "cancelled"; page?: string; limit?: string; cursor?: string }
    output: { items: Array<{ id: string; artwork: { code: string; title: string; artist: string; media: { id: string; kind: "picture" | "video"; type: "image/jpeg" | "image/png" | "video/mp4" | "video/webm"; bytes: number; width: number | null; height: number | null }; poster: { id: string; kind: "picture" | "video"; type: "image/jpeg" | "image/png" | "video/mp4" | "video/webm"; bytes: number; width: number | null; height: number | null } | null }; kind: "fixed" | "auction"; status: "unpaid" | "paid" | "forfeited" | "cancelled"; role: "buyer" | "seller"; currency: string; price: string; fee: string; royalty: string; sellerGets: string; margin: string; due: string; payByMs: number | null; placedAtMs: number; endedAtMs: number | null; cancelled: "seller" | "winner" | "operators" | null; isRead: boolean; rulesVersion: number }>; next: string | null }
  }
  /** One order in which the customer is the buyer or the seller. Takes a session. */
  '/bind_box/getNFTOrder': {
    input: { id: string }
    output: { id: string; artwork: { code: string; title: string; artist: string; media: { id: string; kind: "picture" | "video"; type: "image/jpeg" | "image/png" | "video/mp4" | "video/webm"; bytes: number; width: number | null; height: number | null }; poster: { id: string; kind: "picture" | "video"; type: "image/jpeg" | "image/png" | "video/mp4" | "video/webm"; bytes: number; width: number | null; height: number | null } | null }; kind: "fixed" | "auction"; status: "unpaid" | "paid" | "forfeited" | "cancelled"; role: "buyer" | "seller"; currency: string; price: string; fee: string; royalty: string; sellerGets: string; margin: string; due: string; payByMs: number | null; placedAtMs: number; endedAtMs: number | null; cancelled: "seller" | "winner" | "operators" | null; isRead: boolean; rulesVersion: number }
  }
  /** A picture or video of what two operators approved, as bytes instead of the envelope; answers a `Range`, and 304 to an `If-None-Match`. For everybody. */
  '/bind_box/media': {
    input: { id: string }
    output: Blob
  }
  /** The customer’s notices, newest first, of one topic or of all. Takes a session. */
  '/mailMessage/getList': {
    input: { topic?: "security" | "money" | "trading" | "copying" | "terms" | "alert" | "support"; page?: string; limit?: string; cursor?: string }
    output: { items: Array<{ id: string; kind: string; topic: "security" | "money" | "trading" | "copying" | "terms" | "alert" | "support"; title: string; text: string; subject: string; atMs: number; isRead: boolean }>; next: string | null; unread: number }
  }
  /** One notice. Takes a session. */
  '/mailMessage/detail': {
    input: { id: string }
    output: { id: string; kind: string; topic: "security" | "money" | "trading" | "copying" | "terms" | "alert" | "support"; title: string; text: string; subject: string; atMs: number; isRead: boolean }
  }
  /** How many notices are unread; 100 stands for more. Takes a session. */
  '/mailMessage/unread': {
    input: Record<string, never>
    output: { unread: number }
  }
  /** How the customer is told of each topic. Takes a session. */
  '/mailMessage/settings': {
    input: Record<string, never>
    output: { items: Array<{ topic: "security" | "money" | "trading" | "copying" | "terms" | "alert" | "support"; app: boolean; mail: boolean; push: boolean; fixed: Array<"app" | "mail" | "push"> }>; email: string | null; showsAmounts: boolean; pushKey: string }
  }
  /** What a seconds option can be staked in, and what the customer has of it. Takes a session. */
  '/microtrade/payable_currencies': {
    input: { account_type?: "real" | "0" | "practice" | "1" }
    output: { items: Array<{ code: string; available: string; minimum: string; maximum: string }> }
  }
  /** The periods of seconds options, with their payouts and the terms that orders are accepted on; of an instrument, whether it takes orders now. For everybody. */
  '/microtrade/seconds': {
    input: { account_type?: "real" | "0" | "practice" | "1"; match_id?: string }
    output: { items: Array<{ seconds: number; payoutPercent: string; breakEvenPercent: string; minimum: string; maximum: string }>; currency_id: string; terms_version: number; rulesVersion: number; market: { match_id: string; closedUntilMs: number | null } | null }
  }
  /** The customer’s seconds options, newest first. Takes a session. */
  '/microtrade/lists': {
    input: { account_type?: "real" | "0" | "practice" | "1"; match_id?: string; status?: "open" | "1" | "settled" | "2" | "void" | "3"; page?: string; limit?: string; cursor?: string }
    output: { items: Array<{ id: string; match_id: string; currency_id: string; type: "rise" | "fall"; number: string; winnings: string; payoutPercent: string; seconds: number; status: "open" | "settled" | "void"; outcome: "won" | "lost" | "tie" | "void" | null; reason: "no-entry" | "no-exit" | null; paid: string | null; entry: { sequence: number; price: string; atMs: number } | null; exit: { sequence: number; price: string; atMs: number } | null; expiresAtMs: number | null; entryAfterMs: number; staleAfterMs: number; terms_version: number; rulesVersion: number; acceptedAtMs: number; acceptedSequence: number; settledAtMs: number | null }>; next: string | null }
  }
  /** The result of a seconds option; all of it null before. Takes a session. */
  '/microtrade/get_result': {
    input: { account_type?: "real" | "0" | "practice" | "1"; id: string }
    output: { id: string; status: "open" | "settled" | "void"; outcome: "won" | "lost" | "tie" | "void" | null; reason: "no-entry" | "no-exit" | null; paid: string | null; entry: { sequence: number; price: string; atMs: number } | null; exit: { sequence: number; price: string; atMs: number } | null }
  }
  /** One seconds option with its receipt, and the ticks that decide it as far as the tape has them. Takes a session. */
  '/microtrade/detail': {
    input: { account_type?: "real" | "0" | "practice" | "1"; id: string }
    output: { id: string; match_id: string; currency_id: string; type: "rise" | "fall"; number: string; winnings: string; payoutPercent: string; seconds: number; status: "open" | "settled" | "void"; outcome: "won" | "lost" | "tie" | "void" | null; reason: "no-entry" | "no-exit" | null; paid: string | null; entry: { sequence: number; price: string; atMs: number } | null; exit: { sequence: number; price: string; atMs: number } | null; expiresAtMs: number | null; entryAfterMs: number; staleAfterMs: number; terms_version: number; rulesVersion: number; acceptedAtMs: number; acceptedSequence: number; settledAtMs: number | null; receipt: string | null }
  }
  /** All that is needed to compute again what became of a seconds option that is over: its receipt, and ticks with their proofs. Takes a session. */
  '/microtrade/proof': {
    input: { account_type?: "real" | "0" | "practice" | "1"; id: string }
    output: { version: 1; product: "option"; publicKey: string; receipt: string; result: { order: string; outcome: "won" | "lost" | "tie" | "void"; reason: "no-entry" | "no-exit" | null; entry: { sequence: number; price: number; atMs: number } | null; exit: { sequence: number; price: number; atMs: number } | null; expiresAtMs: number | null; paid: string }; ticks: Array<{ bytes: string; proof: Array<string> }>; checkpoint: string }
  }
  /** The ticks of a seconds option’s instrument from half its period before the order on, to its exit or as far as the tape has them: for a picture, at most some hundred. Takes a session. */
  '/microtrade/prices': {
    input: { account_type?: "real" | "0" | "practice" | "1"; id: string }
    output: { items: Array<{ atMs: number; price: string }> }
  }
  /** The ticks of an instrument in the last minute, for a picture before an order. Takes a session. */
  '/microtrade/recent': {
    input: { match_id: string }
    output: { items: Array<{ atMs: number; price: string }> }
  }
  /** What limits the customer’s seconds options: their own choices and everybody’s. Takes a session. */
  '/microtrade/limits': {
    input: { account_type?: "real" | "0" | "practice" | "1" }
    output: { currency_id: string; isOffered: boolean; loss_limit: string; nextLossLimit: { loss_limit: string; fromMs: number } | null; lostToday: string; ordersToday: number; maxDaily: number; openOrders: number; maxOpen: number; pausedUntilMs: number | null; excluded_until: number | null }
  }
  /** The risk notice of seconds options: its version, its questions, and what the customer has accepted. Takes a session. */
  '/microtrade/risk': {
    input: Record<string, never>
    output: { version: number; questions: Array<string>; acceptedVersion: number; acceptedAtMs: number | null }
  }
  /** The share of customers’ accounts that lost money with seconds options, after fees, computed from the ledger. For everybody. */
  '/microtrade/loss_share': {
    input: Record<string, never>
    output: { lostPercent: string | null; months: number; minimumAccounts: number; asOfMs: number }
  }
  /** How seconds options of the last 12 months came out, whether that differs by stake, direction or age of the account, and what the platform kept. For everybody. */
  '/microtrade/outcomes': {
    input: Record<string, never>
    output: { currency_id: string; minimumOrders: number; minimumAccounts: number; months: Array<{ month: string; orders: number; accounts: number; won: number; lost: number; tie: number; void: number; stakes: string; kept: string; keptPercent: string; comparisons: Array<{ by: "stake" | "direction" | "age"; chancePercent: string; groups: Array<{ name: string; won: number; lost: number; tie: number; void: number }> }> }> }
  }
  /** What the customer may trade over the counter, what stands in the way, and whether they are a merchant. Takes a session. */
  '/otc/terms': {
    input: Record<string, never>
    output: { coins: Array<{ code: string; available: string }>; limitCurrency: string; maximum: string; openOrders: number; maxOpenOrders: number; isVerified: boolean; isAdvanced: boolean; isPaused: boolean; hasPayPassword: boolean; hasSecondFactor: boolean; triesLeft: number; heldUntilMs: number | null; nightLockedUntilMs: number | null; merchant: { status: "under-review" | "active" | "refused" | "stopped"; name: string; reason: string | null } | null }
  }
  /** Offers that can be taken now: by side, coin and currency paid, the best price for who takes it first, then the older. For everybody. */
  '/otc/list': {
    input: { side?: "buy" | "sell"; currency?: string; fiat?: "USD" | "EUR"; page?: string; limit?: string; cursor?: string }
    output: { items: Array<{ id: string; reference: string; side: "buy" | "sell"; currency: string; fiat: "USD" | "EUR"; price: string | null; marginPercent: string | null; ticks: Array<{ symbol: string; sequence: number; price: string }>; minimum: string; maximum: string; remaining: string; payments: Array<"domestic" | "international">; terms: string | null; maker: { name: string; isPlatform: boolean; isMerchant: boolean; record: { completed: number; completedPercent: string | null; releaseSeconds: number | null } }; isOpen: boolean; isOwn: boolean }>; next: string | null }
  }
  /** One offer, with how its maker traded so far. For everybody. */
  '/otc/detail': {
    input: { id: string }
    output: { id: string; reference: string; side: "buy" | "sell"; currency: string; fiat: "USD" | "EUR"; price: string | null; marginPercent: string | null; ticks: Array<{ symbol: string; sequence: number; price: string }>; minimum: string; maximum: string; remaining: string; payments: Array<"domestic" | "international">; terms: string | null; maker: { name: string; isPlatform: boolean; isMerchant: boolean; record: { completed: number; completedPercent: string | null; releaseSeconds: number | null } }; isOpen: boolean; isOwn: boolean }
  }
  /** Orders in which the customer is a side, newest first. Takes a session. */
  '/otc/orders': {
    input: { status?: "placed" | "paid" | "released" | "cancelled" | "expired" | "disputed" | "decided"; page?: string; limit?: string; cursor?: string }
    output: { items: Array<{ id: string; reference: string; status: "placed" | "paid" | "released" | "cancelled" | "expired" | "disputed" | "decided"; offer_id: string; role: "buyer" | "seller"; currency: string; fiat: "USD" | "EUR"; amount: string; total: string; price: string; marginPercent: string | null; ticks: Array<{ symbol: string; sequence: number; price: string }>; payment: "domestic" | "international"; placedAtMs: number; payByMs: number; paidAtMs: number | null; endedAtMs: number | null; outcome: "released" | "returned" | null; why: string | null; dispute: { by: "buyer" | "seller"; reason: string; atMs: number } | null; other: string }>; next: string | null }
  }
  /** One order in which the customer is a side, with where to pay and how names compare. Takes a session. */
  '/otc/order_detail': {
    input: { id: string }
    output: { id: string; reference: string; status: "placed" | "paid" | "released" | "cancelled" | "expired" | "disputed" | "decided"; offer_id: string; role: "buyer" | "seller"; currency: string; fiat: "USD" | "EUR"; amount: string; total: string; price: string; marginPercent: string | null; ticks: Array<{ symbol: string; sequence: number; price: string }>; payment: "domestic" | "international"; placedAtMs: number; payByMs: number; paidAtMs: number | null; endedAtMs: number | null; outcome: "released" | "returned" | null; why: string | null; dispute: { by: "buyer" | "seller"; reason: string; atMs: number } | null; other: string; otherParty: { name: string; isPlatform: boolean; isMerchant: boolean; record: { completed: number; completedPercent: string | null; releaseSeconds: number | null } }; otherVerifiedName: string | null; account: { name: string; bankName: string; number: string; branch: string | null; bankAddress: string | null; aba: string | null; swiftCode: string | null; network: string | null } | null; accountName: "same" | "differs" | "unknown"; payer_name: string | null; payerNameCheck: "same" | "differs" | "unknown"; ownVerifiedName: string | null; evidence: Array<string>; lateUntilMs: number | null; late: "open" | "released" | "returned" | null }
  }
  /** What was written and what happened in an order in which the customer is a side, newest first. Takes a session. */
  '/otc/messages': {
    input: { id: string; page?: string; limit?: string; cursor?: string }
    output: { items: Array<{ id: string; from: "me" | "other" | "platform"; event: "placed" | "paid" | "released" | "cancelled" | "expired" | "disputed" | "decided" | "late-claimed" | "late-released" | "late-returned" | null; text: string | null; image: string | null; atMs: number }>; next: string | null }
  }
  /** A picture of an order in which the customer is a side, as bytes instead of the envelope. Takes a session. */
  '/otc/image': {
    input: { id: string; image: string }
    output: Blob
  }
  /** The customer’s own offers, newest first. Takes a session. */
  '/otc/offers': {
    input: { side?: "buy" | "sell"; page?: string; limit?: string; cursor?: string }
    output: { items: Array<{ id: string; reference: string; side: "buy" | "sell"; currency: string; fiat: "USD" | "EUR"; price: string | null; marginPercent: string | null; ticks: Array<{ symbol: string; sequence: number; price: string }>; minimum: string; maximum: string; remaining: string; payments: Array<"domestic" | "international">; terms: string | null; maker: { name: string; isPlatform: boolean; isMerchant: boolean; record: { completed: number; completedPercent: string | null; releaseSeconds: number | null } }; isOpen: boolean; isOwn: boolean }>; next: string | null }
  }
  /** The practice wallet, which is no money, and when it can be filled up again. Takes a session. */
  '/practice/wallet': {
    input: Record<string, never>
    output: { currency: string; isOpen: boolean; available: string; margin: string; stakes: string; fillsTo: string; fillsAtMs: number | null }
  }
  /** The days of UTC that have ended and of which an instrument’s minutes are kept, the newest first: what can be played again. Takes a session. */
  '/practice/days': {
    input: { match_id: string }
    output: { items: Array<{ dayMs: number; minutes: number; origins: Array<"generated" | "simulated" | "recorded" | "live"> }> }
  }
  /** Whom the customer follows or followed in practice, 50 at most: who is followed now first, then the newest. Takes a session. */
  '/practice/follows': {
    input: Record<string, never>
    output: { items: Array<{ id: string; trader_user_id: string; nickname: string | null; status: "active" | "paused" | "ended"; endReason: "user" | "lead-stopped" | null; currency: string; type: "amount" | "ratio"; number: string; max_trade: string; max_total: string; slippage: string; termsVersion: number; copied: number; skipped: number; skipReason: "balance" | "minimum" | "slippage" | "limit-trade" | "limit-total" | "limit-equity" | "paused" | "exposure" | "cap" | "stale" | "closed" | "breaker" | "positions" | "stops" | "own-stop" | "no-copy" | "own-margin" | "not-allowed" | null; limitedBy: "balance" | "minimum" | "slippage" | "limit-trade" | "limit-total" | "limit-equity" | "paused" | "exposure" | "cap" | "stale" | "closed" | "breaker" | "positions" | "stops" | "own-stop" | "no-copy" | "own-margin" | "not-allowed" | null; openCopies: number; margin: string; realizedPnl: string; unrealizedPnl: string | null; sharePercent: string; shareWithMoney: string; startedAtMs: number; endedAtMs: number | null }> }
  }
  /** Everything that is kept about the customer, as one JSON file; after it was confirmed. Takes a session. */
  '/user/export': {
    input: Record<string, never>
    output: Blob
  }
  /** What has to end before the account can be deleted. Takes a session. */
  '/user/delete': {
    input: Record<string, never>
    output: { unfinished: Array<{ kind: "money" | "debt" | "request" | "artwork" | "box" | "offer" | "leading" | "trial"; place: string | null; currency: string | null; amount: string | null; count: number }>; rests: Array<{ currency: string; amount: string }>; graceDays: number }
  }
  /** What can be sold now, for which fee and within which limits, and what stands in the way. Takes a session. */
  '/sale/terms': {
    input: Record<string, never>
    output: { coins: Array<{ code: string; available: string }>; limitCurrency: string; byCard: { domestic: { feePercent: string; minimumFee: string; minimum: string }; international: { feePercent: string; minimumFee: string; minimum: string } }; maximum: string; maxPerCustomer: string; left: string; quoteSeconds: number; payHours: number; isPaused: boolean; isVerified: boolean; hasPayPassword: boolean; hasSecondFactor: boolean; triesLeft: number; heldUntilMs: number | null; nightLockedUntilMs: number | null }
  }
  /** The customer’s sales, newest first. Takes a session. */
  '/sale/list': {
    input: { status?: "hold" | "paying" | "paid" | "returned"; page?: string; limit?: string; cursor?: string }
    output: { items: Array<{ id: string; reference: string; status: "hold" | "paying" | "paid" | "returned"; currency: string; number: string; fee: string; receive: string; rate: string; tick: { symbol: string; sequence: number } | null; card: { kind: "domestic" | "international"; bankName: string; lastDigits: string }; bankReference: string | null; why: string | null; soldAtMs: number; startedAtMs: number | null; endedAtMs: number | null }>; next: string | null }
  }
  /** One sale of the customer’s own. Takes a session. */
  '/sale/detail': {
    input: { id: string }
    output: { id: string; reference: string; status: "hold" | "paying" | "paid" | "returned"; currency: string; number: string; fee: string; receive: string; rate: string; tick: { symbol: string; sequence: number } | null; card: { kind: "domestic" | "international"; bankName: string; lastDigits: string }; bankReference: string | null; why: string | null; soldAtMs: number; startedAtMs: number | null; endedAtMs: number | null }
  }
  /** The customer’s orders, newest first. Takes a session. */
  '/coin/list': {
    input: { symbol?: string; type?: "buy" | "1" | "sell" | "2"; from?: string; to?: string; status?: "untriggered" | "open" | "filled" | "cancelled" | "active" | "past"; order_type?: "limit" | "market" | "stop-limit" | "stop-market"; page?: string; limit?: string; cursor?: string }
    output: { items: Array<{ id: string; symbol: string; currency_id: string; legal_id: string; type: "buy" | "sell"; order_type: "limit" | "market" | "stop-limit" | "stop-market"; time_in_force: "gtc" | "ioc" | "fok"; post_only: boolean; target_price: string; trigger_price: string | null; trigger_direction: "rises" | "falls" | null; triggerSequence: number | null; triggeredAtPrice: string | null; siblingId: string | null; target_profit_price: string | null; stop_loss_price: string | null; attachedTo: string | null; kept: string; amount: string; filled: string; remaining: string; averagePrice: string | null; notional: string; fee: string; feeCurrency: string; makerFeeBps: number; takerFeeBps: number; held: string; heldCurrency: string; status: "untriggered" | "open" | "filled" | "cancelled"; reason: "user" | "ioc" | "fok" | "post-only" | "self-trade" | "oco" | "price-band" | "no-liquidity" | null; tapeSequence: number | null; createdAtMs: number; updatedAtMs: number }>; next: string | null; total: number | null }
  }
  /** The customer’s orders as a CSV file, times in UTC, fees with their currency. Takes a session. */
  '/coin/orders_csv': {
    input: { symbol?: string; type?: "buy" | "1" | "sell" | "2"; from?: string; to?: string; status?: "untriggered" | "open" | "filled" | "cancelled" | "active" | "past"; order_type?: "limit" | "market" | "stop-limit" | "stop-market" }
    output: Blob
  }
  /** The customer’s fills as a CSV file, times in UTC, fees with their currency. Takes a session. */
  '/coin/fills_csv': {
    input: { symbol?: string; type?: "buy" | "1" | "sell" | "2"; from?: string; to?: string }
    output: Blob
  }
  /** One order with its fills. Takes a session. */
  '/coin/detail': {
    input: { id: string }
    output: { order: { id: string; symbol: string; currency_id: string; legal_id: string; type: "buy" | "sell"; order_type: "limit" | "market" | "stop-limit" | "stop-market"; time_in_force: "gtc" | "ioc" | "fok"; post_only: boolean; target_price: string; trigger_price: string | null; trigger_direction: "rises" | "falls" | null; triggerSequence: number | null; triggeredAtPrice: string | null; siblingId: string | null; target_profit_price: string | null; stop_loss_price: string | null; attachedTo: string | null; kept: string; amount: string; filled: string; remaining: string; averagePrice: string | null; notional: string; fee: string; feeCurrency: string; makerFeeBps: number; takerFeeBps: number; held: string; heldCurrency: string; status: "untriggered" | "open" | "filled" | "cancelled"; reason: "user" | "ioc" | "fok" | "post-only" | "self-trade" | "oco" | "price-band" | "no-liquidity" | null; tapeSequence: number | null; createdAtMs: number; updatedAtMs: number }; fills: Array<{ id: string; price: string; amount: string; notional: string; fee: string; feeCurrency: string; liquidity: "maker" | "taker"; atMs: number }>; hasMoreFills: boolean; amendments: Array<{ target_price: string; amount: string; previousLimitPrice: string; previousQuantity: string; trigger_price: string | null; previousTriggerPrice: string | null; keepsPriority: boolean; atMs: number }>; receipt: string | null; attached: Array<{ id: string; symbol: string; currency_id: string; legal_id: string; type: "buy" | "sell"; order_type: "limit" | "market" | "stop-limit" | "stop-market"; time_in_force: "gtc" | "ioc" | "fok"; post_only: boolean; target_price: string; trigger_price: string | null; trigger_direction: "rises" | "falls" | null; triggerSequence: number | null; triggeredAtPrice: string | null; siblingId: string | null; target_profit_price: string | null; stop_loss_price: string | null; attachedTo: string | null; kept: string; amount: string; filled: string; remaining: string; averagePrice: string | null; notional: string; fee: string; feeCurrency: string; makerFeeBps: number; takerFeeBps: number; held: string; heldCurrency: string; status: "untriggered" | "open" | "filled" | "cancelled"; reason: "user" | "ioc" | "fok" | "post-only" | "self-trade" | "oco" | "price-band" | "no-liquidity" | null; tapeSequence: number | null; createdAtMs: number; updatedAtMs: number }> }
  }
  /** What the coins that the customer bought and has not sold cost on average, by instrument. Takes a session. */
  '/coin/costs': {
    input: Record<string, never>
    output: { costs: Array<{ symbol: string; currency_id: string; legal_id: string; amount: string; paid: string; averagePrice: string }> | null }
  }
  /** Of a triggered stop all that is needed to compute again which tick did: its receipt, and ticks with their proofs. Of another order that is over, what is signed of it and its fills. Takes a session. */
  '/coin/proof': {
    input: { id: string }
    output: { version: 1; publicKey: string; receipt: string; outcome: { order: string; sequence: number; price: string }; ticks: Array<{ bytes: string; proof: Array<string> }>; checkpoint: string } | { version: 1; product: "spot"; publicKey: string; order: string; receipts: Array<string>; ticks: Array<{ bytes: string; proof: Array<string> }>; checkpoint: string }
  }
  /** The customer’s order that a trade was a fill of, with all its fills. Takes a session. */
  '/coin/trade_detail': {
    input: { id: string }
    output: { order: { id: string; symbol: string; currency_id: string; legal_id: string; type: "buy" | "sell"; order_type: "limit" | "market" | "stop-limit" | "stop-market"; time_in_force: "gtc" | "ioc" | "fok"; post_only: boolean; target_price: string; trigger_price: string | null; trigger_direction: "rises" | "falls" | null; triggerSequence: number | null; triggeredAtPrice: string | null; siblingId: string | null; target_profit_price: string | null; stop_loss_price: string | null; attachedTo: string | null; kept: string; amount: string; filled: string; remaining: string; averagePrice: string | null; notional: string; fee: string; feeCurrency: string; makerFeeBps: number; takerFeeBps: number; held: string; heldCurrency: string; status: "untriggered" | "open" | "filled" | "cancelled"; reason: "user" | "ioc" | "fok" | "post-only" | "self-trade" | "oco" | "price-band" | "no-liquidity" | null; tapeSequence: number | null; createdAtMs: number; updatedAtMs: number }; fills: Array<{ id: string; price: string; amount: string; notional: string; fee: string; feeCurrency: string; liquidity: "maker" | "taker"; atMs: number }>; hasMoreFills: boolean; amendments: Array<{ target_price: string; amount: string; previousLimitPrice: string; previousQuantity: string; trigger_price: string | null; previousTriggerPrice: string | null; keepsPriority: boolean; atMs: number }>; receipt: string | null; attached: Array<{ id: string; symbol: string; currency_id: string; legal_id: string; type: "buy" | "sell"; order_type: "limit" | "market" | "stop-limit" | "stop-market"; time_in_force: "gtc" | "ioc" | "fok"; post_only: boolean; target_price: string; trigger_price: string | null; trigger_direction: "rises" | "falls" | null; triggerSequence: number | null; triggeredAtPrice: string | null; siblingId: string | null; target_profit_price: string | null; stop_loss_price: string | null; attachedTo: string | null; kept: string; amount: string; filled: string; remaining: string; averagePrice: string | null; notional: string; fee: string; feeCurrency: string; makerFeeBps: number; takerFeeBps: number; held: string; heldCurrency: string; status: "untriggered" | "open" | "filled" | "cancelled"; reason: "user" | "ioc" | "fok" | "post-only" | "self-trade" | "oco" | "price-band" | "no-liquidity" | null; tapeSequence: number | null; createdAtMs: number; updatedAtMs: number }> }
  }
  /** The order book by price, or in rows of several ticks: of those 40 a side at most. For everybody. */
  '/coin/depth': {
    input: { symbol: string; limit?: string; step?: "1" | "10" | "100" | "1000" }
    output: { symbol: string; step: number; bids: Array<{ price: string; quantity: string; orders: number }>; asks: Array<{ price: string; quantity: string; orders: number }>; sequence: number; atMs: number }
  }
  /** The newest trades, newest first. For everybody. */
  '/coin/trades': {
    input: { symbol: string; page?: string; limit?: string; cursor?: string }
    output: { items: Array<{ id: string; price: string; quantity: string; side: "buy" | "sell"; atMs: number }>; next: string | null }
  }
  /** The same as a CSV file, times in UTC, amounts exact. Takes a session. */
  '/wallet/bill_csv': {
    input: { currency?: string; type?: "legal" | "change" | "lever" | "micro"; from?: string; to?: string; reason?: "adjustment-take" | "adjustment-give" | "adjustment-return" | "box-payment" | "box-refund" | "box-settlement" | "cell-sent" | "cell-received" | "cell-returned" | "cell-settled" | "contract-margin" | "contract-release" | "contract-fee" | "contract-profit" | "contract-loss" | "contract-financing" | "contract-shortfall" | "contract-cover" | "convert-sold" | "convert-bought" | "convert-fee" | "copy-share-reserve" | "copy-share-return" | "copy-share" | "coupon-reserve" | "coupon-return" | "coupon-boost" | "coupon-trial" | "coupon-discount" | "deposit" | "dual-subscription" | "dual-return" | "dual-yield" | "dual-exchange" | "dual-payout" | "dual-escrow" | "dual-escrow-return" | "earn-reserve" | "earn-accrual" | "earn-return" | "earn-subscription" | "earn-interest" | "earn-matured" | "earn-redeemed" | "earn-penalty" | "earn-quantization-subscription" | "earn-quantization-interest" | "earn-quantization-matured" | "earn-quantization-redeemed" | "earn-mining-subscription" | "earn-mining-reward" | "earn-mining-matured" | "earn-mining-redeemed" | "ieo-payment" | "ieo-refund" | "ieo-settlement" | "ieo-delivery" | "ieo-unlock" | "invite-reserve" | "invite-commission" | "invite-return" | "loan-payout" | "loan-repayment" | "loan-interest" | "loan-overdue-interest" | "nft-payment" | "nft-fee" | "nft-royalty" | "nft-margin" | "nft-margin-return" | "nft-forfeit" | "option-stake" | "option-return" | "option-winnings" | "option-loss" | "option-escrow" | "option-escrow-return" | "otc-offer" | "otc-order" | "otc" | "otc-late" | "practice-grant" | "sale-hold" | "sale" | "sale-fee" | "sale-payout" | "spot-hold" | "spot-release" | "spot-trade" | "spot-fee" | "treasury-funding" | "demo-grant" | "account-transfer" | "withdrawal" | "withdrawal-hold" | "withdrawal-fee"; kind?: "adjustment" | "box" | "contract" | "conversion" | "copy" | "coupon-boost" | "coupon-trial" | "coupon-discount" | "deposit" | "dual" | "earn-subscription" | "ieo" | "invite-commission" | "loan" | "nft" | "nft-margin" | "option" | "otc" | "otc-offer" | "sale" | "spot-order" | "account-transfer" | "demo-grant" | "withdrawal"; min_amount?: string; max_amount?: string }
    output: Blob
  }
  /** A period of at most 366 days as PDF in the language asked for: balances, every kind of booking by product and currency, and the bookings. Takes a session. */
  '/wallet/statement_pdf': {
    input: { from: string; to: string }
    output: Blob
  }
  /** The same by event: all that one order, deposit, transfer or subscription moved is one row. Takes a session. */
  '/wallet/events': {
    input: { currency?: string; type?: "legal" | "change" | "lever" | "micro"; from?: string; to?: string; kind?: "adjustment" | "box" | "contract" | "conversion" | "copy" | "coupon-boost" | "coupon-trial" | "coupon-discount" | "deposit" | "dual" | "earn-subscription" | "ieo" | "invite-commission" | "loan" | "nft" | "nft-margin" | "option" | "otc" | "otc-offer" | "sale" | "spot-order" | "account-transfer" | "demo-grant" | "withdrawal"; page?: string; limit?: string; cursor?: string }
    output: { items: Array<{ id: string; kind: "adjustment" | "box" | "contract" | "conversion" | "copy" | "coupon-boost" | "coupon-trial" | "coupon-discount" | "deposit" | "dual" | "earn-subscription" | "ieo" | "invite-commission" | "loan" | "nft" | "nft-margin" | "option" | "otc" | "otc-offer" | "sale" | "spot-order" | "account-transfer" | "demo-grant" | "withdrawal" | "shared"; variant: string | null; state: string | null; params: Record<string, string>; reason: "adjustment-take" | "adjustment-give" | "adjustment-return" | "box-payment" | "box-refund" | "box-settlement" | "cell-sent" | "cell-received" | "cell-returned" | "cell-settled" | "contract-margin" | "contract-release" | "contract-fee" | "contract-profit" | "contract-loss" | "contract-financing" | "contract-shortfall" | "contract-cover" | "convert-sold" | "convert-bought" | "convert-fee" | "copy-share-reserve" | "copy-share-return" | "copy-share" | "coupon-reserve" | "coupon-return" | "coupon-boost" | "coupon-trial" | "coupon-discount" | "deposit" | "dual-subscription" | "dual-return" | "dual-yield" | "dual-exchange" | "dual-payout" | "dual-escrow" | "dual-escrow-return" | "earn-reserve" | "earn-accrual" | "earn-return" | "earn-subscription" | "earn-interest" | "earn-matured" | "earn-redeemed" | "earn-penalty" | "earn-quantization-subscription" | "earn-quantization-interest" | "earn-quantization-matured" | "earn-quantization-redeemed" | "earn-mining-subscription" | "earn-mining-reward" | "earn-mining-matured" | "earn-mining-redeemed" | "ieo-payment" | "ieo-refund" | "ieo-settlement" | "ieo-delivery" | "ieo-unlock" | "invite-reserve" | "invite-commission" | "invite-return" | "loan-payout" | "loan-repayment" | "loan-interest" | "loan-overdue-interest" | "nft-payment" | "nft-fee" | "nft-royalty" | "nft-margin" | "nft-margin-return" | "nft-forfeit" | "option-stake" | "option-return" | "option-winnings" | "option-loss" | "option-escrow" | "option-escrow-return" | "otc-offer" | "otc-order" | "otc" | "otc-late" | "practice-grant" | "sale-hold" | "sale" | "sale-fee" | "sale-payout" | "spot-hold" | "spot-release" | "spot-trade" | "spot-fee" | "treasury-funding" | "demo-grant" | "account-transfer" | "withdrawal" | "withdrawal-hold" | "withdrawal-fee"; walletTypes: Array<"funding" | "spot" | "contract" | "options">; amounts: Array<{ currency: string; net: string; moved: string }>; entries: number; atMs: number }>; next: string | null; sums: Array<{ currency: string; in: string; out: string; net: string; entries: number }> | null; keptFromMs: number | null }
  }
  /** One event with all its entries, oldest first, whatever account they are of. Takes a session. */
  '/wallet/event': {
    input: { kind: "adjustment" | "box" | "contract" | "conversion" | "copy" | "coupon-boost" | "coupon-trial" | "coupon-discount" | "deposit" | "dual" | "earn-subscription" | "ieo" | "invite-commission" | "loan" | "nft" | "nft-margin" | "option" | "otc" | "otc-offer" | "sale" | "spot-order" | "account-transfer" | "demo-grant" | "withdrawal" | "shared"; id: string; page?: string; limit?: string; cursor?: string }
    output: { items: Array<{ transferId: string; reason: "adjustment-take" | "adjustment-give" | "adjustment-return" | "box-payment" | "box-refund" | "box-settlement" | "cell-sent" | "cell-received" | "cell-returned" | "cell-settled" | "contract-margin" | "contract-release" | "contract-fee" | "contract-profit" | "contract-loss" | "contract-financing" | "contract-shortfall" | "contract-cover" | "convert-sold" | "convert-bought" | "convert-fee" | "copy-share-reserve" | "copy-share-return" | "copy-share" | "coupon-reserve" | "coupon-return" | "coupon-boost" | "coupon-trial" | "coupon-discount" | "deposit" | "dual-subscription" | "dual-return" | "dual-yield" | "dual-exchange" | "dual-payout" | "dual-escrow" | "dual-escrow-return" | "earn-reserve" | "earn-accrual" | "earn-return" | "earn-subscription" | "earn-interest" | "earn-matured" | "earn-redeemed" | "earn-penalty" | "earn-quantization-subscription" | "earn-quantization-interest" | "earn-quantization-matured" | "earn-quantization-redeemed" | "earn-mining-subscription" | "earn-mining-reward" | "earn-mining-matured" | "earn-mining-redeemed" | "ieo-payment" | "ieo-refund" | "ieo-settlement" | "ieo-delivery" | "ieo-unlock" | "invite-reserve" | "invite-commission" | "invite-return" | "loan-payout" | "loan-repayment" | "loan-interest" | "loan-overdue-interest" | "nft-payment" | "nft-fee" | "nft-royalty" | "nft-margin" | "nft-margin-return" | "nft-forfeit" | "option-stake" | "option-return" | "option-winnings" | "option-loss" | "option-escrow" | "option-escrow-return" | "otc-offer" | "otc-order" | "otc" | "otc-late" | "practice-grant" | "sale-hold" | "sale" | "sale-fee" | "sale-payout" | "spot-hold" | "spot-release" | "spot-trade" | "spot-fee" | "treasury-funding" | "demo-grant" | "account-transfer" | "withdrawal" | "withdrawal-hold" | "withdrawal-fee"; currency: string; type: "legal" | "change" | "lever" | "micro"; state: "available" | "held"; amount: string; balance: string; atMs: number; reference: string }>; next: string | null; event: { id: string; kind: "adjustment" | "box" | "contract" | "conversion" | "copy" | "coupon-boost" | "coupon-trial" | "coupon-discount" | "deposit" | "dual" | "earn-subscription" | "ieo" | "invite-commission" | "loan" | "nft" | "nft-margin" | "option" | "otc" | "otc-offer" | "sale" | "spot-order" | "account-transfer" | "demo-grant" | "withdrawal" | "shared"; variant: string | null; state: string | null; params: Record<string, string>; reason: "adjustment-take" | "adjustment-give" | "adjustment-return" | "box-payment" | "box-refund" | "box-settlement" | "cell-sent" | "cell-received" | "cell-returned" | "cell-settled" | "contract-margin" | "contract-release" | "contract-fee" | "contract-profit" | "contract-loss" | "contract-financing" | "contract-shortfall" | "contract-cover" | "convert-sold" | "convert-bought" | "convert-fee" | "copy-share-reserve" | "copy-share-return" | "copy-share" | "coupon-reserve" | "coupon-return" | "coupon-boost" | "coupon-trial" | "coupon-discount" | "deposit" | "dual-subscription" | "dual-return" | "dual-yield" | "dual-exchange" | "dual-payout" | "dual-escrow" | "dual-escrow-return" | "earn-reserve" | "earn-accrual" | "earn-return" | "earn-subscription" | "earn-interest" | "earn-matured" | "earn-redeemed" | "earn-penalty" | "earn-quantization-subscription" | "earn-quantization-interest" | "earn-quantization-matured" | "earn-quantization-redeemed" | "earn-mining-subscription" | "earn-mining-reward" | "earn-mining-matured" | "earn-mining-redeemed" | "ieo-payment" | "ieo-refund" | "ieo-settlement" | "ieo-delivery" | "ieo-unlock" | "invite-reserve" | "invite-commission" | "invite-return" | "loan-payout" | "loan-repayment" | "loan-interest" | "loan-overdue-interest" | "nft-payment" | "nft-fee" | "nft-royalty" | "nft-margin" | "nft-margin-return" | "nft-forfeit" | "option-stake" | "option-return" | "option-winnings" | "option-loss" | "option-escrow" | "option-escrow-return" | "otc-offer" | "otc-order" | "otc" | "otc-late" | "practice-grant" | "sale-hold" | "sale" | "sale-fee" | "sale-payout" | "spot-hold" | "spot-release" | "spot-trade" | "spot-fee" | "treasury-funding" | "demo-grant" | "account-transfer" | "withdrawal" | "withdrawal-hold" | "withdrawal-fee"; walletTypes: Array<"funding" | "spot" | "contract" | "options">; amounts: Array<{ currency: string; net: string; moved: string }>; entries: number; atMs: number } }
  }
  /** How to reach customer service: hours, and the chat and address elsewhere where there are any. For everybody. */
  '/kf': {
    input: Record<string, never>
    output: { isOpen: boolean; nextOpenAtMs: number | null; hours: Array<{ day: "monday" | "tuesday" | "wednesday" | "thursday" | "friday" | "saturday" | "sunday"; from: string | null; to: string | null }>; kefu_url: string | null; email: string | null }
  }
  /** The state of the customer’s own chat; a visitor learns whether somebody is there. For everybody. */
  '/kefu': {
    input: Record<string, never>
    output: { isOpen: boolean; nextOpenAtMs: number | null; waitSeconds: number | null; conversation: { id: string; reference: string; status: "waiting" | "active" | "closed"; openedAtMs: number; closedAtMs: number | null; stars: number | null } | null; unread: number }
  }
  /** What was written in the customer’s chat, newest first; before the message `before`. Takes a session. */
  '/kefu/messages': {
    input: { page?: string; limit?: string; cursor?: string }
    output: { items: Array<{ id: string; conversationId: string; from: "customer" | "support" | "event"; event: "taken" | "handed-over" | "returned" | "closed" | null; text: string | null; image: string | null; order: { kind: "deposit" | "withdrawal" | "spot-order" | "contract-position" | "option-order" | "conversion" | "otc" | "sale" | "loan" | "subscription" | "dual-order" | "ieo-order" | "copy-relation" | "nft-order" | "blind-box"; id: string; reference: string; atMs: number } | null; key: string | null; atMs: number }>; next: string | null }
  }
  /** The customer’s newest orders and requests of every kind, to ask about one. Takes a session. */
  '/kefu/orders': {
    input: Record<string, never>
    output: { items: Array<{ kind: "deposit" | "withdrawal" | "spot-order" | "contract-position" | "option-order" | "conversion" | "otc" | "sale" | "loan" | "subscription" | "dual-order" | "ieo-order" | "copy-relation" | "nft-order" | "blind-box"; id: string; reference: string; atMs: number }> }
  }
  /** A picture of the customer’s own chat, as bytes instead of the envelope. Takes a session. */
  '/kefu/image': {
    input: { image: string }
    output: Blob
  }
  /** The basic verification: 0 not verified, 1 under review, 2 verified, 3 rejected with reasons. Takes a session. */
  '/real/state': {
    input: Record<string, never>
    output: { tier: "basic" | "advanced"; status: "none" | "under-review" | "verified" | "rejected"; state: number; reference: string | null; needs: Array<"email" | "mobile" | "basic">; id_type: "passport" | "id_card" | "driver_license" | null; items: Array<{ item: "name" | "birthday" | "number" | "country" | "address" | "front" | "reverse" | "hand"; state: "waiting" | "accepted" | "refused"; why: string | null; picture: string | null }>; refused: { name?: string; first_name?: string; last_name?: string; birthday?: string; country?: string; address?: string } | null; events: Array<{ kind: "submitted" | "rejected" | "verified" | "withdrawn"; atMs: number; count: number }>; draft: { name?: string; first_name?: string; last_name?: string; gender?: string; birthday?: string; country?: string; address?: string; id_type?: "passport" | "id_card" | "driver_license"; real_type?: "number" | "photos"; front_pic?: string; reverse_pic?: string; hand_pic?: string; hasNumber: boolean; savedAtMs: number } | null; reviewHours: number; limits: Array<{ name: "withdrawal" | "otc"; currency: string; basic: string; advanced: string }> }
  }
  /** The advanced verification: 0 not verified, 1 under review, 2 verified, 3 rejected with reasons. Takes a session. */
  '/real/newstate': {
    input: Record<string, never>
    output: { tier: "basic" | "advanced"; status: "none" | "under-review" | "verified" | "rejected"; state: number; reference: string | null; needs: Array<"email" | "mobile" | "basic">; id_type: "passport" | "id_card" | "driver_license" | null; items: Array<{ item: "name" | "birthday" | "number" | "country" | "address" | "front" | "reverse" | "hand"; state: "waiting" | "accepted" | "refused"; why: string | null; picture: string | null }>; refused: { name?: string; first_name?: string; last_name?: string; birthday?: string; country?: string; address?: string } | null; events: Array<{ kind: "submitted" | "rejected" | "verified" | "withdrawn"; atMs: number; count: number }>; draft: { name?: string; first_name?: string; last_name?: string; gender?: string; birthday?: string; country?: string; address?: string; id_type?: "passport" | "id_card" | "driver_license"; real_type?: "number" | "photos"; front_pic?: string; reverse_pic?: string; hand_pic?: string; hasNumber: boolean; savedAtMs: number } | null; reviewHours: number; limits: Array<{ name: "withdrawal" | "otc"; currency: string; basic: string; advanced: string }> }
  }
  /** A photo of one’s own verification, as bytes instead of the envelope. Takes a session. */
  '/real/picture': {
    input: { id: string }
    output: Blob
  }
  /** What the customer’s tier allows now in withdrawals, contracts and seconds, how many orders and offers of OTC may be open, what they limited themselves, and the smallest deposits of coins and withdrawals, those to banks too. Takes a session. */
  '/wallet/limits': {
    input: Record<string, never>
    output: { tier: "unverified" | "basic" | "advanced"; limits: Array<{ product: string; name: "day-value" | "day-loss" | "day-orders" | "open" | "day-unpaid"; unit: string; limit: string; used: string; left: string; isAllowed: boolean }>; deposits: Array<{ currency: string; sub_type: string; minimum: string; isOpen: boolean }>; withdrawals: Array<{ currency: string; sub_type: string; isToBank: boolean; minimum: string; isPaused: boolean }>; own: Array<{ kind: string; value: number; next: { value: number; fromMs: number } | null }> }
  }
  /** Profit and loss since midnight UTC, or over up to a year: what there is now and was then, what came and went, and the line between. Takes a session. */
  '/wallet/pnl': {
    input: { range?: "1d" | "1w" | "1m" | "1y" }
    output: { range: "1d" | "1w" | "1m" | "1y"; fromMs: number; atMs: number; totalUsd: string; isWhole: boolean; wallets: Array<{ type: "legal" | "change" | "lever" | "micro"; valueUsd: string; heldUsd: string }>; savingsTotal: { valueUsd: string; todayUsd: string | null; products: number; earliestMaturityMs: number | null }; entryCount: number; pnlUsd: string | null; startUsd: string | null; depositsUsd: string | null; withdrawalsUsd: string | null; percent: string | null; points: Array<{ atMs: number; valueUsd: string }>; causes: Array<{ currency: string | null; amount: string | null; priceChange: string | null; reason: "adjustment-take" | "adjustment-give" | "adjustment-return" | "box-payment" | "box-refund" | "box-settlement" | "cell-sent" | "cell-received" | "cell-returned" | "cell-settled" | "contract-margin" | "contract-release" | "contract-fee" | "contract-profit" | "contract-loss" | "contract-financing" | "contract-shortfall" | "contract-cover" | "convert-sold" | "convert-bought" | "convert-fee" | "copy-share-reserve" | "copy-share-return" | "copy-share" | "coupon-reserve" | "coupon-return" | "coupon-boost" | "coupon-trial" | "coupon-discount" | "deposit" | "dual-subscription" | "dual-return" | "dual-yield" | "dual-exchange" | "dual-payout" | "dual-escrow" | "dual-escrow-return" | "earn-reserve" | "earn-accrual" | "earn-return" | "earn-subscription" | "earn-interest" | "earn-matured" | "earn-redeemed" | "earn-penalty" | "earn-quantization-subscription" | "earn-quantization-interest" | "earn-quantization-matured" | "earn-quantization-redeemed" | "earn-mining-subscription" | "earn-mining-reward" | "earn-mining-matured" | "earn-mining-redeemed" | "ieo-payment" | "ieo-refund" | "ieo-settlement" | "ieo-delivery" | "ieo-unlock" | "invite-reserve" | "invite-commission" | "invite-return" | "loan-payout" | "loan-repayment" | "loan-interest" | "loan-overdue-interest" | "nft-payment" | "nft-fee" | "nft-royalty" | "nft-margin" | "nft-margin-return" | "nft-forfeit" | "option-stake" | "option-return" | "option-winnings" | "option-loss" | "option-escrow" | "option-escrow-return" | "otc-offer" | "otc-order" | "otc" | "otc-late" | "practice-grant" | "sale-hold" | "sale" | "sale-fee" | "sale-payout" | "spot-hold" | "spot-release" | "spot-trade" | "spot-fee" | "treasury-funding" | "demo-grant" | "account-transfer" | "withdrawal" | "withdrawal-hold" | "withdrawal-fee" | "unrealized" | null; entries: number; usd: string }> | null }
  }
  /** The accounts that hold something, flat. Takes a session. */
  '/wallet/newlist': {
    input: Record<string, never>
    output: Array<{ currency: string; type: "legal" | "change" | "lever" | "micro"; available: string; held: string; total: string; valueUsd: string | null; entryCount: number }>
  }
  /** The currencies, with what is available in funding and whether deposits are taken. Takes a session. */
  '/currency/user_currency_list': {
    input: Record<string, never>
    output: Array<{ code: string; name: string; decimals: number; colour: string; kind: "crypto" | "fiat"; available: string; canDeposit: boolean }>
  }
  /** Past transfers between the customer’s wallets, newest first. Takes a session. */
  '/wallet/hzhistory': {
    input: { currency_id?: string; page?: string; limit?: string; cursor?: string }
    output: { items: Array<{ id: string; currency_id: string; number: string; from_field: "legal" | "change" | "lever" | "micro"; to_field: "legal" | "change" | "lever" | "micro"; atMs: number }>; next: string | null }
  }
  /** Which open orders and requests hold the money that is not available. Takes a session. */
  '/wallet/why_held': {
    input: { currency?: string }
    output: Array<{ currency: string; type: "legal" | "change" | "lever" | "micro"; held: string; holds: Array<{ kind: string; reference: string; amount: string; sinceMs: number }>; rest: string }>
  }
  /** The customer’s withdrawals, newest first. Takes a session. */
  '/user/withdraw/list': {
    input: { status?: "pending" | "under-review" | "approved" | "signing" | "sent" | "done" | "rejected" | "failed" | "cancelled"; currency?: string; page?: string; limit?: string; cursor?: string }
    output: { items: Array<{ id: string; reference: string; status: "pending" | "under-review" | "approved" | "signing" | "sent" | "done" | "rejected" | "failed" | "cancelled"; currency: string; sub_type: string; address: string; addressName: string; card: { kind: "domestic" | "international"; bankName: string; lastDigits: string } | null; number: string; fee: string; receive: string; value: string; isReviewed: boolean; canCancel: boolean; txid: string | null; bankReference: string | null; confirmations: number; confirmationsNeeded: number; requestedAtMs: number; sentAtMs: number | null; endedAtMs: number | null; rejection: string | null; isVoidSent: boolean }>; next: string | null }
  }
  /** One of the customer’s withdrawals. Takes a session. */
  '/wallet/out/detail': {
    input: { id: string }
    output: { id: string; reference: string; status: "pending" | "under-review" | "approved" | "signing" | "sent" | "done" | "rejected" | "failed" | "cancelled"; currency: string; sub_type: string; address: string; addressName: string; card: { kind: "domestic" | "international"; bankName: string; lastDigits: string } | null; number: string; fee: string; receive: string; value: string; isReviewed: boolean; canCancel: boolean; txid: string | null; bankReference: string | null; confirmations: number; confirmationsNeeded: number; requestedAtMs: number; sentAtMs: number | null; endedAtMs: number | null; rejection: string | null; isVoidSent: boolean }
  }
  /** How money can leave now: networks and cards with fee and minimum, and how much of the limit is left. Takes a session. */
  '/wallet/out/terms': {
    input: Record<string, never>
    output: { ways: Array<{ currency: string; sub_type: string; bank: "domestic" | "international" | null; fee: string; feeBps: number; minimum: string; decimals: number; available: string; confirmationsNeeded: number; isPaused: boolean; unitValue: string | null; pricedFromMs: number | null }>; areAllPaused: boolean; limit: string; used: string; left: string; reviewedAbove: string; reviewHours: number; isFirst: boolean; isVerified: boolean; hasPayPassword: boolean; hasSecondFactor: boolean; triesLeft: number; heldUntilMs: number | null; nightLockedUntilMs: number | null }
  }
  /** The customer’s saved addresses, newest first. Takes a session. */
  '/user/wallet/list': {
    input: { currency?: string }
    output: { items: Array<{ id: string; currency: string; sub_type: string; name: string; address: string; savedAtMs: number; usableAtMs: number }> }
  }
}

/** The calls that change something, and those that take either way. */
export interface Posts {
  /** Put an instrument on the watchlist. Takes a session. */
  '/optional/add': {
    input: { currency_id: string }
    output: { symbols: Array<string> }
  }
  /** Take an instrument off the watchlist. Takes a session. */
  '/optional/del': {
    input: { currency_id: string }
    output: { symbols: Array<string> }
  }
  /** Put the watchlist in this order; what is not named stays before it. Takes a session. */
  '/optional/sort': {
    input: { symbols: string }
    output: { symbols: Array<string> }
  }
  /** Send a code to an email address or mobile; the answer is the same whether or not it has an account. For everybody. */
  '/sms_mail': {
    input: { user_string?: string; area_code?: string; type?: "register" | "forget" | "login" | "recover" | "password" | "pay-password" | "withdraw" | "unfreeze" | "email" | "mobile"; scene?: "register" | "forget" | "login" | "recover" | "password" | "pay-password" | "withdraw" | "unfreeze" | "email" | "mobile"; work?: string }
    output: { user_string: string; expiresInSeconds: number; waitSeconds: number }
  }
  /** Send a code to a mobile number. For everybody. */
  '/sms_send': {
    input: { mobile: string; area_code?: string; scene?: "register" | "forget" | "login" | "recover" | "password" | "pay-password" | "withdraw" | "unfreeze" | "email" | "mobile"; work?: string }
    output: { mobile: string; expiresInSeconds: number; waitSeconds: number }
  }
  /** Whether a code is right, before the next step asks for a password; it stays usable. For everybody. */
  '/user/check_email': {
    input: { user_string: string; area_code?: string; type?: "register" | "forget" | "login" | "recover" | "password" | "pay-password" | "withdraw" | "unfreeze" | "email" | "mobile"; code: string; scene?: "register" | "forget" | "login" | "recover" | "password" | "pay-password" | "withdraw" | "unfreeze" | "email" | "mobile" }
    output: { done: true }
  }
  /** Open an account; signed in at once. For everybody. */
  '/user/register': {
    input: { user_string: string; area_code?: string; type?: "email" | "mobile"; code: string; password: string; re_password: string; extension_code?: string }
    output: string
  }
  /** Sign in with a password. For everybody. */
  '/user/login': {
    input: { user_string: string; area_code?: string; password: string; totp?: string; device?: string; extension_code?: string }
    output: string
  }
  /** Sign in with a password, or with a message that a linked wallet signed. For everybody. */
  '/user/dologin': {
    input: { user_string?: string; area_code?: string; password?: string; address?: string; message?: string; signature?: string; totp?: string; device?: string }
    output: string
  }
  /** Set a new password with a code; every session ends. For everybody. */
  '/user/forget': {
    input: { user_string: string; area_code?: string; type?: "email" | "mobile"; code: string; password: string; re_password: string }
    output: { done: true }
  }
  /** Change the sign-in password with the old one or a code, and the second factor where one is set; every session ends, a new one is answered. Takes a session. */
  '/safe/update_password': {
    input: { old_password?: string; password: string; re_password: string; code?: string; totp?: string }
    output: string
  }
  /** Set or change the mobile number: a code sent to it (scene `mobile`), the sign-in password and, where one is set, the second factor. Takes a session. */
  '/safe/mobile': {
    input: { mobile: string; area_code?: string; code: string; password?: string; totp?: string }
    output: { done: true }
  }
  /** Set or change the email address: a code sent to it (scene `email`), the sign-in password and, where one is set, the second factor. Takes a session. */
  '/safe/email': {
    input: { email: string; code: string; password?: string; totp?: string }
    output: { done: true }
  }
  /** Set the pay password with the sign-in password, or change it with the old one or a code; with the second factor where one is set. Takes a session. */
  '/safe/pay_password': {
    input: { pay_password: string; re_pay_password: string; password?: string; old_password?: string; code?: string; totp?: string }
    output: { done: true }
  }
  /** Change the nickname (2 to 10 characters) or the signature (2 to 30); - clears one. Takes a session. */
  '/user/editNickname': {
    input: { nickname?: string; signature?: string }
    output: { uid: string; nickname: string | null; signature: string | null; head_portrait: string | null; email: string | null; mobile: string | null; hasPassword: boolean; hasPayPassword: boolean; verification: "unverified" | "basic" | "advanced"; creditScore: number; extension_code: string; account_type: 0; isDemo: boolean; createdAtMs: number }
  }
  /** Show an uploaded image as portrait, or with - none. Takes a session. */
  '/user/uploadHeadPortrait': {
    input: { head_portrait: string }
    output: { uid: string; nickname: string | null; signature: string | null; head_portrait: string | null; email: string | null; mobile: string | null; hasPassword: boolean; hasPayPassword: boolean; verification: "unverified" | "basic" | "advanced"; creditScore: number; extension_code: string; account_type: 0; isDemo: boolean; createdAtMs: number }
  }
  /** End one session by its id, or without an id all others. Takes a session. */
  '/user/sessions/revoke': {
    input: { id?: string }
    output: { revoked: number }
  }
  /** Ask for the authenticator app from now on; answers the recovery codes, once, and ends all other sessions. Takes a session. */
  '/safe/totp': {
    input: { password?: string; code: string }
    output: { recoveryCodes: Array<string> }
  }
  /** A new secret for an authenticator app; nothing is asked for until a code of it is given. Who has passkeys confirms with one. Takes a session. */
  '/safe/totp/begin': {
    input: { password?: string; totp?: string }
    output: { setupKey: string; uri: string }
  }
  /** New recovery codes; those before are void. Takes a session. */
  '/safe/totp/recovery': {
    input: { password?: string; code: string }
    output: { recoveryCodes: Array<string> }
  }
  /** Ask for no authenticator app any more; withdrawals are held for 24 hours. Takes a session. */
  '/safe/totp/off': {
    input: { password?: string; code: string }
    output: { done: true }
  }
  /** Set the phrase at the head of one’s mails (4 to 32 characters) with the password and the second factor; - clears it. Takes a session. */
  '/safe/phrase': {
    input: { phrase: string; password?: string; totp?: string }
    output: { done: true }
  }
  /** Freeze one’s account: all other sessions end; nothing is paid out and nothing new is opened until it is unfrozen. Takes a session. */
  '/safe/freeze': {
    input: Record<string, never>
    output: { frozenSinceMs: number | null }
  }
  /** Unfreeze one’s account with the password, a code (scene `unfreeze`) and the second factor; withdrawals stay held for 24 hours. Takes a session. */
  '/safe/unfreeze': {
    input: { password?: string; code?: string; totp?: string }
    output: { frozenSinceMs: number | null }
  }
  /** Ask operators to remove a lost second factor, with the password; without it, to let a code replace the lost password of a frozen account. Both take a code (scene `recover`) and the number of the document that the account was verified with; who was never verified leaves it out for a lost second factor, and waits seven days instead of one. For everybody. */
  '/user/recover': {
    input: { user_string: string; area_code?: string; type?: "email" | "mobile"; password?: string; code: string; card_id?: string; note: string }
    output: { opensAtMs: number }
  }
  /** Cancel that request. Takes a session. */
  '/safe/recovery/cancel': {
    input: Record<string, never>
    output: { done: true }
  }
  /** Limit the leverage of new positions (`leverage`: 2, 5, 10, 20), what contracts may lose in a day (`loss`: USDT), eight hours without new positions, options and withdrawals (`night`: the hour of UTC they begin with, counted from 1), or withdrawals to saved addresses and cards (`payees`: 1); 0 is no limit. Stricter at once, looser after 24 hours. Takes a session. */
  '/safe/rails': {
    input: { kind: "leverage" | "loss" | "night" | "payees"; value: "0" | "1" | "2" | "3" | "4" | "5" | "6" | "7" | "8" | "9" | "10" | "11" | "12" | "13" | "14" | "15" | "16" | "17" | "18" | "19" | "20" | "21" | "22" | "23" | "24" | "50" | "100" | "200" | "500" | "1000" | "5000" }
    output: { items: Array<{ kind: "leverage" | "loss" | "night" | "payees"; value: number; next: { value: number; fromMs: number } | null }> }
  }
  /** A message for a wallet to sign, good once, for five minutes and in the browser that asked for it. For everybody. */
  '/user/nonce': {
    input: { address: string; chain_id: "1" | "10" | "56" | "137" | "8453" | "42161"; device?: string }
    output: { message: string; expiresAtMs: number }
  }
  /** Sign in by wallet; opens an account for a wallet that has none. For everybody. */
  '/user/doregister': {
    input: { address: string; message: string; signature: string; extension_code?: string; totp?: string; device?: string }
    output: string
  }
  /** Let a wallet sign in to this account, with the password or what takes its place, and the second factor where one is set. Withdrawals are held for 24 hours. Takes a session. */
  '/safe/wallet': {
    input: { address: string; message: string; signature: string; password?: string; totp?: string; device?: string }
    output: { done: true }
  }
  /** A message for a wallet to sign that is to sign in to this account. Takes a session. */
  '/safe/wallet/nonce': {
    input: { address: string; chain_id: "1" | "10" | "56" | "137" | "8453" | "42161"; device?: string }
    output: { message: string; expiresAtMs: number }
  }
  /** Let a wallet sign in no more, never the last way in; ends all other sessions and holds withdrawals for 24 hours. Takes a session. */
  '/safe/wallet/del': {
    input: { address: string; password?: string; totp?: string }
    output: { done: true }
  }
  /** A challenge for a passkey to sign, good once, for five minutes and in the browser that asked for it; to sign in, or as the second factor of a sign-in. For everybody. */
  '/user/passkey/nonce': {
    input: { device?: string }
    output: { options: string; expiresAtMs: number }
  }
  /** Sign in with what a passkey signed. For everybody. */
  '/user/passkey': {
    input: { response: string; device?: string }
    output: string
  }
  /** Keep the new passkey that answers such a challenge; ends all other sessions and holds withdrawals for 24 hours. Takes a session. */
  '/safe/passkey': {
    input: { response: string }
    output: { id: string; name: string }
  }
  /** A challenge for one of the account’s own passkeys, wherever its second factor is asked for. Takes a session. */
  '/safe/passkey/nonce': {
    input: Record<string, never>
    output: { options: string; expiresAtMs: number }
  }
  /** A challenge for a new passkey, with the password and, where one is set, the second factor; good once and for five minutes. Takes a session. */
  '/safe/passkey/begin': {
    input: { password?: string; totp?: string }
    output: { options: string; expiresAtMs: number }
  }
  /** Remove a passkey, never the last way in; ends all other sessions and holds withdrawals for 24 hours. Takes a session. */
  '/safe/passkey/del': {
    input: { id: string; password?: string; totp?: string }
    output: { done: true }
  }
  /** Confirm that a session is its customer’s, where the account has no password: with such a message, signed, or what a passkey signed. Takes a session. */
  '/safe/confirm': {
    input: { address?: string; message?: string; signature?: string; response?: string; device?: string }
    output: { provenUntilMs: number | null }
  }
  /** A message for a linked wallet to sign that confirms a change to this account. Takes a session. */
  '/safe/confirm/nonce': {
    input: { address: string; chain_id: "1" | "10" | "56" | "137" | "8453" | "42161"; device?: string }
    output: { message: string; expiresAtMs: number }
  }
  /** Send one JPG, JPEG 2000 or PNG image as multipart `file`; the payload is the id that other calls take. Takes a session. */
  '/upload': {
    input: { file: Blob }
    output: string
  }
  /** Be told once when a price is at or above, at or below, or moves by a percent. Takes a session. */
  '/alert/add': {
    input: { currency_id: string; condition: "above" | "below" | "move"; price?: string; percent?: string }
    output: { id: string; currency_id: string; condition: "above" | "below" | "move"; percent: string | null; upper: string | null; lower: string | null; from: string; createdAtMs: number }
  }
  /** Remove a price alert that waits. Takes a session. */
  '/alert/del': {
    input: { id: string }
    output: { done: true }
  }
  /** A key for a program of the customer’s own, with the password and a second factor; answers its secret, once. It works for 90 days, and never takes money out. Takes a session. */
  '/user/apikey/add': {
    input: { label: string; scopes: string; addresses?: string; code: string; password?: string }
    output: { key: { id: string; label: string; key: string; scopes: Array<"read" | "spot" | "contract">; addresses: Array<string>; status: "active" | "expired" | "ended"; createdAtMs: number; expiresAtMs: number; lastUsedAtMs: number | null; lastUsedIp: string | null }; secret: string }
  }
  /** End a key at once; its secret is erased. Takes a session. */
  '/user/apikey/del': {
    input: { id: string }
    output: Record<string, unknown>
  }
  /** Series of blind boxes that are on sale or announced, or with `listed` those that are over, the newest first, with odds and what is left of each rarity. For everybody. */
  '/bind_box/getBoxList': {
    input: { listed?: "sale" | "over"; page?: string; limit?: string; cursor?: string }
    output: { items: Array<{ code: string; name: string; description: string; currency: string; price: string; phase: "announced" | "open" | "sold-out" | "closed" | "ended"; state: "2" | "1" | "0"; items: number; drawn: number; sealed: number; left: number; refunded: number; perCustomer: number; own: number; opensAtMs: number; endsAtMs: number; odds: Array<{ rarity: "common" | "uncommon" | "rare" | "epic" | "legendary"; items: number; left: number; chancePercent: string }>; cover: { code: string; title: string; picture: { id: string; kind: "picture" | "video"; type: "image/jpeg" | "image/png" | "video/mp4" | "video/webm"; bytes: number; width: number | null; height: number | null }; isVideo: boolean } }>; next: string | null }
  }
  /** One series of blind boxes, with what it has committed to. For everybody. */
  '/bind_box/getBoxDetail': {
    input: { code: string }
    output: { code: string; name: string; description: string; currency: string; price: string; phase: "announced" | "open" | "sold-out" | "closed" | "ended"; state: "2" | "1" | "0"; items: number; drawn: number; sealed: number; left: number; refunded: number; perCustomer: number; own: number; opensAtMs: number; endsAtMs: number; odds: Array<{ rarity: "common" | "uncommon" | "rare" | "epic" | "legendary"; items: number; left: number; chancePercent: string }>; cover: { code: string; title: string; picture: { id: string; kind: "picture" | "video"; type: "image/jpeg" | "image/png" | "video/mp4" | "video/webm"; bytes: number; width: number | null; height: number | null }; isVideo: boolean }; inventory: string; commitment: string; boxes: number; publishedAtMs: number; symbol: string; refundedWithinMs: number; openedWithinMs: number }
  }
  /** What is in a series, in the order of its tree, and which box each item was in. For everybody. */
  '/bind_box/getBoxItems': {
    input: { code: string; page?: string; limit?: string; cursor?: string }
    output: { items: Array<{ code: string; title: string; picture: { id: string; kind: "picture" | "video"; type: "image/jpeg" | "image/png" | "video/mp4" | "video/webm"; bytes: number; width: number | null; height: number | null }; isVideo: boolean; place: number; rarity: "common" | "uncommon" | "rare" | "epic" | "legendary"; digest: string; drawnIn: number | null }>; next: string | null }
  }
  /** The boxes of a series and what was drawn, without names, the newest first. For everybody. */
  '/bind_box/getBoxDraws': {
    input: { code: string; page?: string; limit?: string; cursor?: string }
    output: { items: Array<{ number: number; state: "sealed" | "drawn" | "opened" | "refunded"; failure: "no-tick" | "not-revealed" | null; boughtAtMs: number; drawnAtMs: number | null; place: number | null; artwork: string | null; rarity: "common" | "uncommon" | "rare" | "epic" | "legendary" | null }>; next: string | null }
  }
  /** All that is needed to compute the draw of one box again; anybody may check any box that was drawn. For everybody. */
  '/bind_box/getBoxProof': {
    input: { code: string; number: string }
    output: { version: 1; product: "box"; publicKey: string; receipt: string; box: { order: string; number: number; secret: string; secretProof: Array<string>; items: Array<{ rarity: "common" | "uncommon" | "rare" | "epic" | "legendary"; artwork: string; digest: string }>; before: Array<number>; item: number }; ticks: Array<{ bytes: string; proof: Array<string> }>; checkpoint: string }
  }
  /** Buy a blind box from funding with a seed of one’s own; it is drawn by the first price tick after that, or paid back within five minutes. Takes basic verification. Takes a session. */
  '/bind_box/buyBlindBox': {
    input: { code: string; client_seed: string }
    output: { id: string; series: string; name: string; number: number; state: "sealed" | "drawn" | "opened" | "refunded"; failure: "no-tick" | "not-revealed" | null; currency: string; price: string; client_seed: string; boughtAtMs: number; refundedByMs: number; drawnAtMs: number | null; opensByMs: number | null; endedAtMs: number | null; item: { code: string; title: string; picture: { id: string; kind: "picture" | "video"; type: "image/jpeg" | "image/png" | "video/mp4" | "video/webm"; bytes: number; width: number | null; height: number | null }; isVideo: boolean; rarity: "common" | "uncommon" | "rare" | "epic" | "legendary" } | null; cover: { code: string; title: string; picture: { id: string; kind: "picture" | "video"; type: "image/jpeg" | "image/png" | "video/mp4" | "video/webm"; bytes: number; width: number | null; height: number | null }; isVideo: boolean }; receipt: string }
  }
  /** Open a box that was drawn: its artwork is the customer’s then. A box that is open stays as it is. A seed is only compared with that of the purchase. Takes a session. */
  '/bind_box/openBlindBox': {
    input: { id: string; client_seed?: string }
    output: { id: string; series: string; name: string; number: number; state: "sealed" | "drawn" | "opened" | "refunded"; failure: "no-tick" | "not-revealed" | null; currency: string; price: string; client_seed: string; boughtAtMs: number; refundedByMs: number; drawnAtMs: number | null; opensByMs: number | null; endedAtMs: number | null; item: { code: string; title: string; picture: { id: string; kind: "picture" | "video"; type: "image/jpeg" | "image/png" | "video/mp4" | "video/webm"; bytes: number; width: number | null; height: number | null }; isVideo: boolean; rarity: "common" | "uncommon" | "rare" | "epic" | "legendary" } | null; cover: { code: string; title: string; picture: { id: string; kind: "picture" | "video"; type: "image/jpeg" | "image/png" | "video/mp4" | "video/webm"; bytes: number; width: number | null; height: number | null }; isVideo: boolean } }
  }
  /** The customer’s blind boxes, newest first. Takes a session. */
  '/bind_box/getMyBoxes': {
    input: { state?: "sealed" | "drawn" | "opened" | "refunded"; page?: string; limit?: string; cursor?: string }
    output: { items: Array<{ id: string; series: string; name: string; number: number; state: "sealed" | "drawn" | "opened" | "refunded"; failure: "no-tick" | "not-revealed" | null; currency: string; price: string; client_seed: string; boughtAtMs: number; refundedByMs: number; drawnAtMs: number | null; opensByMs: number | null; endedAtMs: number | null; item: { code: string; title: string; picture: { id: string; kind: "picture" | "video"; type: "image/jpeg" | "image/png" | "video/mp4" | "video/webm"; bytes: number; width: number | null; height: number | null }; isVideo: boolean; rarity: "common" | "uncommon" | "rare" | "epic" | "legendary" } | null; cover: { code: string; title: string; picture: { id: string; kind: "picture" | "video"; type: "image/jpeg" | "image/png" | "video/mp4" | "video/webm"; bytes: number; width: number | null; height: number | null }; isVideo: boolean } }>; next: string | null }
  }
  /** One blind box of the customer. Takes a session. */
  '/bind_box/getMyBox': {
    input: { id: string }
    output: { id: string; series: string; name: string; number: number; state: "sealed" | "drawn" | "opened" | "refunded"; failure: "no-tick" | "not-revealed" | null; currency: string; price: string; client_seed: string; boughtAtMs: number; refundedByMs: number; drawnAtMs: number | null; opensByMs: number | null; endedAtMs: number | null; item: { code: string; title: string; picture: { id: string; kind: "picture" | "video"; type: "image/jpeg" | "image/png" | "video/mp4" | "video/webm"; bytes: number; width: number | null; height: number | null }; isVideo: boolean; rarity: "common" | "uncommon" | "rare" | "epic" | "legendary" } | null; cover: { code: string; title: string; picture: { id: string; kind: "picture" | "video"; type: "image/jpeg" | "image/png" | "video/mp4" | "video/webm"; bytes: number; width: number | null; height: number | null }; isVideo: boolean }; receipt: string }
  }
  /** Save a bank card in the customer’s own name; it can be used after 24 hours. Takes a session. */
  '/user/cash_save': {
    input: { real_name?: string; bank_name?: string; card_number?: string; branch?: string }
    output: { id: string; kind: "domestic" | "international"; real_name: string; bank_name: string; branch: string; lastDigits: string; network: "swift" | "fedwire" | "chaps" | "sepa" | "other" | null; swift_code: string | null; savedAtMs: number; usableAtMs: number }
  }
  /** Save an international bank card in the customer’s own name; it can be used after 24 hours. Takes a session. */
  '/user/cash_save_international': {
    input: { real_name?: string; bank_name?: string; card_number?: string; branch?: string; aba?: string; bank_address?: string; network?: "swift" | "SWIFT" | "fedwire" | "Fedwire" | "chaps" | "CHAPS" | "sepa" | "SEPA" | "other" | "Other"; swift_code?: string; phone?: string; address?: string }
    output: { id: string; kind: "domestic" | "international"; real_name: string; bank_name: string; branch: string; lastDigits: string; network: "swift" | "fedwire" | "chaps" | "sepa" | "other" | null; swift_code: string | null; savedAtMs: number; usableAtMs: number }
  }
  /** The customer’s bank cards, newest first. Takes a session. */
  '/user/cash_info': {
    input: Record<string, never>
    output: { maximum: number; items: Array<{ id: string; kind: "domestic" | "international"; real_name: string; bank_name: string; branch: string; lastDigits: string; network: "swift" | "fedwire" | "chaps" | "sepa" | "other" | null; swift_code: string | null; savedAtMs: number; usableAtMs: number }> }
  }
  /** The customer’s international bank cards, newest first. Takes a session. */
  '/user/cash_info_international': {
    input: Record<string, never>
    output: { maximum: number; items: Array<{ id: string; kind: "domestic" | "international"; real_name: string; bank_name: string; branch: string; lastDigits: string; network: "swift" | "fedwire" | "chaps" | "sepa" | "other" | null; swift_code: string | null; savedAtMs: number; usableAtMs: number }> }
  }
  /** Remove a bank card; what was kept of it is erased, but for its last four digits. Takes a session. */
  '/user/cash_del': {
    input: { id: string }
    output: Record<string, unknown>
  }
  /** News of one category, newest first; without one, all but banners. For everybody. */
  '/news/list': {
    input: { c_id?: "announcements" | "1" | "activities" | "2" | "help" | "3" | "rules" | "4" | "banners" | "5"; page?: string; limit?: string; cursor?: string }
    output: { items: Array<{ id: string; c_id: "announcements" | "activities" | "help" | "rules" | "banners"; title: string; language: "en" | "zh" | "hk" | "jp" | "kor" | "xp" | "ydl"; summary: string; publishedAtMs: number }>; next: string | null }
  }
  /** One item of news. For everybody. */
  '/news/detail': {
    input: { id: string }
    output: { id: string; c_id: "announcements" | "activities" | "help" | "rules" | "banners"; title: string; language: "en" | "zh" | "hk" | "jp" | "kor" | "xp" | "ydl"; summary: string; publishedAtMs: number; content: string }
  }
  /** Say whether an answer helped; said again, the last counts. Takes a session. */
  '/faq/helpful': {
    input: { id: string; is_helpful: "0" | "1" | "true" | "false" }
    output: { done: true }
  }
  /** One instrument: the terms of its contract, the contract wallet, the customer’s positions and orders. Takes a session. */
  '/lever/deal': {
    input: { account_type?: "real" | "0" | "practice" | "1"; currency_id: string; legal_id?: string }
    output: { terms: { currency_id: string; terms_version: number; legal_id: string; lotSize: number; lotStep: string; leverages: Array<number>; feeBps: number; financingBps: number; nextFinancingAtMs: number; maintenanceBps: number; marginCallBps: number; collarBps: number; slippageBps: number; maxPosition: string; maxOpenInterest: string; conversionSymbol: string | null }; market: { openLots: string; closedUntilMs: number | null; insurance: string }; account: { legal_id: string; available: string; margin: string; unrealizedPnl: string | null; equity: string | null }; positions: Array<{ id: string; currency_id: string; legal_id: string; type: "long" | "short"; multiple: number; share: string; openLots: string; status: "pending" | "open" | "closed" | "cancelled"; reason: "user" | "take-profit" | "stop-loss" | "liquidation" | "lead" | "copy-stop" | "exposure" | "halted" | "own-limits" | null; follow_user_id: string | null; leadName: string | null; target_price: string | null; entryPrice: string | null; closePrice: string | null; markPrice: string | null; margin: string; initialMargin: string; maintenance: string; liquidationPrice: string | null; points: string | null; fee: string; financing: string; realizedPnl: string; unrealizedPnl: string | null; target_profit_price: string | null; stop_loss_price: string | null; terms_version: number; feeBps: number; financingBps: number; tapeSequence: number; entrySequence: number | null; closeSequence: number | null; createdAtMs: number; openedAtMs: number | null; closedAtMs: number | null; updatedAtMs: number }>; orders: Array<{ id: string; currency_id: string; legal_id: string; type: "long" | "short"; multiple: number; share: string; openLots: string; status: "pending" | "open" | "closed" | "cancelled"; reason: "user" | "take-profit" | "stop-loss" | "liquidation" | "lead" | "copy-stop" | "exposure" | "halted" | "own-limits" | null; follow_user_id: string | null; leadName: string | null; target_price: string | null; entryPrice: string | null; closePrice: string | null; markPrice: string | null; margin: string; initialMargin: string; maintenance: string; liquidationPrice: string | null; points: string | null; fee: string; financing: string; realizedPnl: string; unrealizedPnl: string | null; target_profit_price: string | null; stop_loss_price: string | null; terms_version: number; feeBps: number; financingBps: number; tapeSequence: number; entrySequence: number | null; closeSequence: number | null; createdAtMs: number; openedAtMs: number | null; closedAtMs: number | null; updatedAtMs: number }> }
  }
  /** Open a long or short position at the market, or order one at a limit price. Takes a session. */
  '/lever/submit': {
    input: { account_type?: "real" | "0" | "practice" | "1"; currency_id: string; legal_id?: string; type: "long" | "1" | "buy" | "short" | "2" | "sell"; share: string; multiple: string; target_price?: string; target_profit_price?: string; stop_loss_price?: string; price?: string; terms_version?: string }
    output: { id: string; currency_id: string; legal_id: string; type: "long" | "short"; multiple: number; share: string; openLots: string; status: "pending" | "open" | "closed" | "cancelled"; reason: "user" | "take-profit" | "stop-loss" | "liquidation" | "lead" | "copy-stop" | "exposure" | "halted" | "own-limits" | null; follow_user_id: string | null; leadName: string | null; target_price: string | null; entryPrice: string | null; closePrice: string | null; markPrice: string | null; margin: string; initialMargin: string; maintenance: string; liquidationPrice: string | null; points: string | null; fee: string; financing: string; realizedPnl: string; unrealizedPnl: string | null; target_profit_price: string | null; stop_loss_price: string | null; terms_version: number; feeBps: number; financingBps: number; tapeSequence: number; entrySequence: number | null; closeSequence: number | null; createdAtMs: number; openedAtMs: number | null; closedAtMs: number | null; updatedAtMs: number }
  }
  /** The customer’s open positions, newest first, with the contract wallet. Takes a session. */
  '/lever/dealall': {
    input: { account_type?: "real" | "0" | "practice" | "1"; currency_id?: string; legal_id?: string; page?: string; limit?: string; cursor?: string }
    output: { items: Array<{ id: string; currency_id: string; legal_id: string; type: "long" | "short"; multiple: number; share: string; openLots: string; status: "pending" | "open" | "closed" | "cancelled"; reason: "user" | "take-profit" | "stop-loss" | "liquidation" | "lead" | "copy-stop" | "exposure" | "halted" | "own-limits" | null; follow_user_id: string | null; leadName: string | null; target_price: string | null; entryPrice: string | null; closePrice: string | null; markPrice: string | null; margin: string; initialMargin: string; maintenance: string; liquidationPrice: string | null; points: string | null; fee: string; financing: string; realizedPnl: string; unrealizedPnl: string | null; target_profit_price: string | null; stop_loss_price: string | null; terms_version: number; feeBps: number; financingBps: number; tapeSequence: number; entrySequence: number | null; closeSequence: number | null; createdAtMs: number; openedAtMs: number | null; closedAtMs: number | null; updatedAtMs: number }>; next: string | null; account: { legal_id: string; available: string; margin: string; unrealizedPnl: string | null; equity: string | null } }
  }
  /** The customer’s positions and orders, by status, newest first. Takes a session. */
  '/lever/my_trade': {
    input: { account_type?: "real" | "0" | "practice" | "1"; status?: "pending" | "0" | "open" | "1" | "closed" | "2" | "cancelled" | "3"; currency_id?: string; type?: "long" | "1" | "buy" | "short" | "2" | "sell"; is_copied?: "0" | "1"; from?: string; to?: string; page?: string; limit?: string; cursor?: string }
    output: { items: Array<{ id: string; currency_id: string; legal_id: string; type: "long" | "short"; multiple: number; share: string; openLots: string; status: "pending" | "open" | "closed" | "cancelled"; reason: "user" | "take-profit" | "stop-loss" | "liquidation" | "lead" | "copy-stop" | "exposure" | "halted" | "own-limits" | null; follow_user_id: string | null; leadName: string | null; target_price: string | null; entryPrice: string | null; closePrice: string | null; markPrice: string | null; margin: string; initialMargin: string; maintenance: string; liquidationPrice: string | null; points: string | null; fee: string; financing: string; realizedPnl: string; unrealizedPnl: string | null; target_profit_price: string | null; stop_loss_price: string | null; terms_version: number; feeBps: number; financingBps: number; tapeSequence: number; entrySequence: number | null; closeSequence: number | null; createdAtMs: number; openedAtMs: number | null; closedAtMs: number | null; updatedAtMs: number }>; next: string | null }
  }
  /** Set where a position takes its profit and stops its loss; 0 clears, left out stays. With what was seen of them before, nothing is set where they are others by now. Takes a session. */
  '/lever/setstop': {
    input: { account_type?: "real" | "0" | "practice" | "1"; id: string; target_profit_price?: string; stop_loss_price?: string; seen_target_profit_price?: string; seen_stop_loss_price?: string }
    output: { id: string; currency_id: string; legal_id: string; type: "long" | "short"; multiple: number; share: string; openLots: string; status: "pending" | "open" | "closed" | "cancelled"; reason: "user" | "take-profit" | "stop-loss" | "liquidation" | "lead" | "copy-stop" | "exposure" | "halted" | "own-limits" | null; follow_user_id: string | null; leadName: string | null; target_price: string | null; entryPrice: string | null; closePrice: string | null; markPrice: string | null; margin: string; initialMargin: string; maintenance: string; liquidationPrice: string | null; points: string | null; fee: string; financing: string; realizedPnl: string; unrealizedPnl: string | null; target_profit_price: string | null; stop_loss_price: string | null; terms_version: number; feeBps: number; financingBps: number; tapeSequence: number; entrySequence: number | null; closeSequence: number | null; createdAtMs: number; openedAtMs: number | null; closedAtMs: number | null; updatedAtMs: number }
  }
  /** Add to the margin of an open position, so that it is liquidated later. Takes a session. */
  '/lever/add_margin': {
    input: { account_type?: "real" | "0" | "practice" | "1"; id: string; amount: string }
    output: { id: string; currency_id: string; legal_id: string; type: "long" | "short"; multiple: number; share: string; openLots: string; status: "pending" | "open" | "closed" | "cancelled"; reason: "user" | "take-profit" | "stop-loss" | "liquidation" | "lead" | "copy-stop" | "exposure" | "halted" | "own-limits" | null; follow_user_id: string | null; leadName: string | null; target_price: string | null; entryPrice: string | null; closePrice: string | null; markPrice: string | null; margin: string; initialMargin: string; maintenance: string; liquidationPrice: string | null; points: string | null; fee: string; financing: string; realizedPnl: string; unrealizedPnl: string | null; target_profit_price: string | null; stop_loss_price: string | null; terms_version: number; feeBps: number; financingBps: number; tapeSequence: number; entrySequence: number | null; closeSequence: number | null; createdAtMs: number; openedAtMs: number | null; closedAtMs: number | null; updatedAtMs: number }
  }
  /** Close an open position at the market, all of it or some lots. Takes a session. */
  '/lever/close': {
    input: { account_type?: "real" | "0" | "practice" | "1"; id: string; share?: string }
    output: { id: string; currency_id: string; legal_id: string; type: "long" | "short"; multiple: number; share: string; openLots: string; status: "pending" | "open" | "closed" | "cancelled"; reason: "user" | "take-profit" | "stop-loss" | "liquidation" | "lead" | "copy-stop" | "exposure" | "halted" | "own-limits" | null; follow_user_id: string | null; leadName: string | null; target_price: string | null; entryPrice: string | null; closePrice: string | null; markPrice: string | null; margin: string; initialMargin: string; maintenance: string; liquidationPrice: string | null; points: string | null; fee: string; financing: string; realizedPnl: string; unrealizedPnl: string | null; target_profit_price: string | null; stop_loss_price: string | null; terms_version: number; feeBps: number; financingBps: number; tapeSequence: number; entrySequence: number | null; closeSequence: number | null; createdAtMs: number; openedAtMs: number | null; closedAtMs: number | null; updatedAtMs: number }
  }
  /** Close all open positions, or all long or short ones; says what became of each. Takes a session. */
  '/lever/batch_close': {
    input: { account_type?: "real" | "0" | "practice" | "1"; type?: "long" | "1" | "buy" | "short" | "2" | "sell" | "all" | "0" }
    output: { outcomes: Array<{ id: string; isClosed: boolean; refusal: string | null; position: { id: string; currency_id: string; legal_id: string; type: "long" | "short"; multiple: number; share: string; openLots: string; status: "pending" | "open" | "closed" | "cancelled"; reason: "user" | "take-profit" | "stop-loss" | "liquidation" | "lead" | "copy-stop" | "exposure" | "halted" | "own-limits" | null; follow_user_id: string | null; leadName: string | null; target_price: string | null; entryPrice: string | null; closePrice: string | null; markPrice: string | null; margin: string; initialMargin: string; maintenance: string; liquidationPrice: string | null; points: string | null; fee: string; financing: string; realizedPnl: string; unrealizedPnl: string | null; target_profit_price: string | null; stop_loss_price: string | null; terms_version: number; feeBps: number; financingBps: number; tapeSequence: number; entrySequence: number | null; closeSequence: number | null; createdAtMs: number; openedAtMs: number | null; closedAtMs: number | null; updatedAtMs: number } }> }
  }
  /** Cancel an order that waits for its price. Takes a session. */
  '/lever/cancel': {
    input: { account_type?: "real" | "0" | "practice" | "1"; id: string }
    output: { id: string; currency_id: string; legal_id: string; type: "long" | "short"; multiple: number; share: string; openLots: string; status: "pending" | "open" | "closed" | "cancelled"; reason: "user" | "take-profit" | "stop-loss" | "liquidation" | "lead" | "copy-stop" | "exposure" | "halted" | "own-limits" | null; follow_user_id: string | null; leadName: string | null; target_price: string | null; entryPrice: string | null; closePrice: string | null; markPrice: string | null; margin: string; initialMargin: string; maintenance: string; liquidationPrice: string | null; points: string | null; fee: string; financing: string; realizedPnl: string; unrealizedPnl: string | null; target_profit_price: string | null; stop_loss_price: string | null; terms_version: number; feeBps: number; financingBps: number; tapeSequence: number; entrySequence: number | null; closeSequence: number | null; createdAtMs: number; openedAtMs: number | null; closedAtMs: number | null; updatedAtMs: number }
  }
  /** Accept the risk notice of contracts, with the answers to its questions. Takes a session. */
  '/lever/risk': {
    input: { version: string; answers?: string }
    output: { version: number; questions: Array<string>; acceptedVersion: number; acceptedAtMs: number | null }
  }
  /** What an amount is converted to, with rate, spread, fee and ticks, firm for some seconds; without an amount the rate and the fee of this moment, which nothing can be converted at later. Takes a session. */
  '/user/getTransferFee': {
    input: { from_currency_id: string; to_currency_id: string; number?: string }
    output: { quote_id: string; from_currency_id: string; to_currency_id: string; number: string; fee: string; feePercent: string; receive: string; rate: string; spreadPercent: string; legs: Array<{ symbol: string; side: "buy" | "sell"; price: string; bid: string; ask: string; sequence: number }>; validUntilMs: number } | { from_currency_id: string; to_currency_id: string; number: null; fee: null; feePercent: string; receive: null; rate: string; spreadPercent: string; legs: Array<{ symbol: string; side: "buy" | "sell"; price: string; bid: string; ask: string; sequence: number }>; quote_id: null; validUntilMs: null }
  }
  /** Convert within the funding wallet, at a quote’s figures or at those of this moment. Takes a session. */
  '/user/Transfer': {
    input: { from_currency_id: string; to_currency_id: string; number: string; quote_id?: string }
    output: { id: string; from_currency_id: string; to_currency_id: string; number: string; fee: string; feePercent: string; receive: string; rate: string; spreadPercent: string; legs: Array<{ symbol: string; side: "buy" | "sell"; price: string; bid: string; ask: string; sequence: number }>; convertedAtMs: number }
  }
  /** The customer’s conversions, newest first. Takes a session. */
  '/user/getTransferList': {
    input: { page?: string; limit?: string; cursor?: string }
    output: { items: Array<{ id: string; from_currency_id: string; to_currency_id: string; number: string; fee: string; feePercent: string; receive: string; rate: string; spreadPercent: string; legs: Array<{ symbol: string; side: "buy" | "sell"; price: string; bid: string; ask: string; sequence: number }>; convertedAtMs: number }>; next: string | null }
  }
  /** Begin to copy a lead trader’s contracts: what they open from now on. Takes a session. */
  '/follow/follow': {
    input: { trader_user_id: string; number: string; type: "amount" | "1" | "ratio" | "2"; max_trade?: string; max_total?: string; stop_loss?: string; slippage?: string; share_percent?: string; terms_version?: string }
    output: { id: string; trader_user_id: string; nickname: string | null; status: "active" | "paused" | "ended"; endReason: "user" | "stop-loss" | "lead-stopped" | null; type: "amount" | "ratio"; number: string; max_trade: string; max_total: string; stop_loss: string | null; slippage: string; share_percent: string; terms_version: number; currency: string; margin: string; openCopies: number; closedCopies: number; realizedPnl: string; unrealizedPnl: string | null; profit: string | null; highWaterMark: string; sharePaid: string; shareReserved: string; shareIfClosed: string | null; shareIfKept: string | null; nextShareAtMs: number | null; agreementVersion: number; startedAtMs: number; endedAtMs: number | null }
  }
  /** End a relation: close its copies, or keep them as own positions; the share due is paid. Takes a session. */
  '/follow/cancel': {
    input: { follow_user_id: string; mode?: "close" | "1" | "keep" | "2" }
    output: { id: string; trader_user_id: string; nickname: string | null; status: "active" | "paused" | "ended"; endReason: "user" | "stop-loss" | "lead-stopped" | null; type: "amount" | "ratio"; number: string; max_trade: string; max_total: string; stop_loss: string | null; slippage: string; share_percent: string; terms_version: number; currency: string; margin: string; openCopies: number; closedCopies: number; realizedPnl: string; unrealizedPnl: string | null; profit: string | null; highWaterMark: string; sharePaid: string; shareReserved: string; shareIfClosed: string | null; shareIfKept: string | null; nextShareAtMs: number | null; agreementVersion: number; startedAtMs: number; endedAtMs: number | null }
  }
  /** Change a relation for what is copied from now on, pause it or go on. Takes a session. */
  '/follow/settings': {
    input: { follow_user_id: string; number?: string; type?: "amount" | "1" | "ratio" | "2"; max_trade?: string; max_total?: string; stop_loss?: string; slippage?: string; status?: "active" | "paused" }
    output: { id: string; trader_user_id: string; nickname: string | null; status: "active" | "paused" | "ended"; endReason: "user" | "stop-loss" | "lead-stopped" | null; type: "amount" | "ratio"; number: string; max_trade: string; max_total: string; stop_loss: string | null; slippage: string; share_percent: string; terms_version: number; currency: string; margin: string; openCopies: number; closedCopies: number; realizedPnl: string; unrealizedPnl: string | null; profit: string | null; highWaterMark: string; sharePaid: string; shareReserved: string; shareIfClosed: string | null; shareIfKept: string | null; nextShareAtMs: number | null; agreementVersion: number; startedAtMs: number; endedAtMs: number | null }
  }
  /** Take a copied position out of its relation; without one, the open positions that copy nobody. Takes a session. */
  '/follow/selfHolding': {
    input: { transaction_id?: string; page?: string; limit?: string; cursor?: string }
    output: { items: Array<{ id: string; currency_id: string; legal_id: string; type: "long" | "short"; multiple: number; share: string; openLots: string; status: "pending" | "open" | "closed" | "cancelled"; reason: "user" | "take-profit" | "stop-loss" | "liquidation" | "lead" | "copy-stop" | "exposure" | "halted" | "own-limits" | null; follow_user_id: string | null; leadName: string | null; target_price: string | null; entryPrice: string | null; closePrice: string | null; markPrice: string | null; margin: string; initialMargin: string; maintenance: string; liquidationPrice: string | null; points: string | null; fee: string; financing: string; realizedPnl: string; unrealizedPnl: string | null; target_profit_price: string | null; stop_loss_price: string | null; terms_version: number; feeBps: number; financingBps: number; tapeSequence: number; entrySequence: number | null; closeSequence: number | null; createdAtMs: number; openedAtMs: number | null; closedAtMs: number | null; updatedAtMs: number }>; next: string | null }
  }
  /** Accept the agreement; refused if it is not the version in force. Takes a session. */
  '/follow/agreement': {
    input: { version: string }
    output: { version: number; acceptedVersion: number; acceptedAtMs: number | null }
  }
  /** Apply to lead, with an introduction; an operator reviews it. Takes a session. */
  '/follow/apply': {
    input: { introduction: string; share_percent?: string }
    output: { status: "not-applied" | "under-review" | "leading" | "stopped"; introduction: string | null; share_percent: string | null; appliedAtMs: number | null; decidedAtMs: number | null; reason: string | null; currency: string; sharesEarned: string; sharesReserved: string; lead: { id: string; nickname: string | null; introduction: string; status: "not-applied" | "under-review" | "leading" | "stopped"; share_percent: string; leadingSinceMs: number; days: number; currency: string; profit: string; capital: string; roiPercent: string | null; drawdownPercent: string | null; trades: number; wins: number; winPercent: string | null; followers: number; followersEver: number; assets: string; followersProfit: string; followersReturnPercent: string | null; followersSample: number; followersTrades: number; updatedAtMs: number } | null }
  }
  /** Stop leading: every relation ends, followers keep their positions; or take an application back. Takes a session. */
  '/follow/stop': {
    input: Record<string, never>
    output: { status: "not-applied" | "under-review" | "leading" | "stopped"; introduction: string | null; share_percent: string | null; appliedAtMs: number | null; decidedAtMs: number | null; reason: string | null; currency: string; sharesEarned: string; sharesReserved: string; lead: { id: string; nickname: string | null; introduction: string; status: "not-applied" | "under-review" | "leading" | "stopped"; share_percent: string; leadingSinceMs: number; days: number; currency: string; profit: string; capital: string; roiPercent: string | null; drawdownPercent: string | null; trades: number; wins: number; winPercent: string | null; followers: number; followersEver: number; assets: string; followersProfit: string; followersReturnPercent: string | null; followersSample: number; followersTrades: number; updatedAtMs: number } | null }
  }
  /** Claim a coupon by its code, once. A code that is unknown, not yet open, ended or used up answers the same. Takes basic verification. Takes a session. */
  '/coupon/claim': {
    input: { code: string }
    output: { id: string; kind: "boost" | "trial" | "discount"; currency: string; sharePercent: string; cap: string; termDays: number; dailyPercent: string; aprPercent: string; interest: string; status: "usable" | "running" | "used" | "expired"; claimedAtMs: number; expiresAtMs: number; paid: string; order: { id: string; status: "running" | "paid" | "returned" | "unfunded"; amount: string; startsAtMs: number; paysAtMs: number } | null }
  }
  /** Start the savings order of a coupon of trial principal: the principal stays the platform’s, its interest is paid at the end. Takes basic verification. Takes a session. */
  '/coupon/start': {
    input: { id: string }
    output: { id: string; kind: "boost" | "trial" | "discount"; currency: string; sharePercent: string; cap: string; termDays: number; dailyPercent: string; aprPercent: string; interest: string; status: "usable" | "running" | "used" | "expired"; claimedAtMs: number; expiresAtMs: number; paid: string; order: { id: string; status: "running" | "paid" | "returned" | "unfunded"; amount: string; startsAtMs: number; paysAtMs: number } | null }
  }
  /** Where to send a deposit. Takes a session. */
  '/wallet/get_in_address': {
    input: { currency: string; sub_type?: string; while_closed?: "0" | "1" | "true" | "false" }
    output: { currency: string; sub_type: string; address: string; minimum: string; confirmationsNeeded: number | null; isOpen: boolean; networks: Array<string>; isOwn: boolean; isDemo: boolean }
  }
  /** Ask for a deposit to be credited: what was sent, with a screenshot and the end of its hash. Takes a session. */
  '/wallet/charge_req': {
    input: { account: string; amount: string; currency: string; sub_type: string; address: string; image: string; hash_tail: string }
    output: { id: string; reference: string; type: "deposit" | "wire" | "withdrawal"; source: "proof" | "chain" | "card" | "wire" | "certificate" | "withdrawal"; status: "pending" | "approved" | "rejected"; currency: string; network: string; sub_type: string; account: string; amount: string; credited: string | null; address: string; hash_tail: string; txid: string | null; confirmations: number | null; confirmationsNeeded: number | null; outcome: "below-minimum" | "credited-before" | "dropped" | null; bank_payment: { bankName: string; paymentReference: string; remitter: string | null; bank: string | null; last_digits: string | null; paid_on: string | null; isErased: boolean } | null; image: string; submittedAtMs: number; decidedAtMs: number | null; rejection: string | null }
  }
  /** Ask for a payment to one of the bank accounts to be credited: a wire, from a card’s account, or by a bank’s slip. Takes a session. */
  '/wallet/Wiretransfer': {
    input: { account: string; amount: string; currency: string; sub_type?: "card" | "wire" | "certificate"; remitter: string; image?: string; bank?: string; last_digits?: string; paid_on?: string }
    output: { id: string; reference: string; type: "deposit" | "wire" | "withdrawal"; source: "proof" | "chain" | "card" | "wire" | "certificate" | "withdrawal"; status: "pending" | "approved" | "rejected"; currency: string; network: string; sub_type: string; account: string; amount: string; credited: string | null; address: string; hash_tail: string; txid: string | null; confirmations: number | null; confirmationsNeeded: number | null; outcome: "below-minimum" | "credited-before" | "dropped" | null; bank_payment: { bankName: string; paymentReference: string; remitter: string | null; bank: string | null; last_digits: string | null; paid_on: string | null; isErased: boolean } | null; image: string; submittedAtMs: number; decidedAtMs: number | null; rejection: string | null }
  }
  /** Put so many units into a dual investment, from funding; takes basic verification. Takes a session. */
  '/dual/buyDual': {
    input: { id: string; num: string }
    output: { id: string; productId: string; symbol: string; base: string; quote: string; type: "call" | "put"; currency: string; strike: string; yieldRate: string; yieldPercent: string; return_rate: string; termDays: number; startsAtMs: number; settlesAtMs: number; num: number; principal: string; above: string; below: string; status: "normal" | "ended"; end: "above" | "below" | "unpriced" | "cancelled" | null; canCancel: boolean; cancelUntilMs: number; subscribedAtMs: number; dueAtMs: number; fixing: { atMs: number; price: string | null; minutes: number; ticks: number } | null; result: { amount: string; currency: string; atMs: number } | null; rulesVersion: number }
  }
  /** The customer’s dual investments, newest first. Takes a session. */
  '/dual/dual_list': {
    input: { status?: "normal" | "ended"; page?: string; limit?: string; cursor?: string }
    output: { items: Array<{ id: string; productId: string; symbol: string; base: string; quote: string; type: "call" | "put"; currency: string; strike: string; yieldRate: string; yieldPercent: string; return_rate: string; termDays: number; startsAtMs: number; settlesAtMs: number; num: number; principal: string; above: string; below: string; status: "normal" | "ended"; end: "above" | "below" | "unpriced" | "cancelled" | null; canCancel: boolean; cancelUntilMs: number; subscribedAtMs: number; dueAtMs: number; fixing: { atMs: number; price: string | null; minutes: number; ticks: number } | null; result: { amount: string; currency: string; atMs: number } | null; rulesVersion: number }>; next: string | null }
  }
  /** Take all of a dual investment back within a minute, before it starts. Takes a session. */
  '/dual/dual_cancle': {
    input: { id: string }
    output: { id: string; productId: string; symbol: string; base: string; quote: string; type: "call" | "put"; currency: string; strike: string; yieldRate: string; yieldPercent: string; return_rate: string; termDays: number; startsAtMs: number; settlesAtMs: number; num: number; principal: string; above: string; below: string; status: "normal" | "ended"; end: "above" | "below" | "unpriced" | "cancelled" | null; canCancel: boolean; cancelUntilMs: number; subscribedAtMs: number; dueAtMs: number; fixing: { atMs: number; price: string | null; minutes: number; ticks: number } | null; result: { amount: string; currency: string; atMs: number } | null; rulesVersion: number }
  }
  /** Put money into a term product, from funding. Takes a session. */
  '/lh/deposit': {
    input: { config_id: string; amount: string; terms_version?: string }
    output: { id: string; config_id: string; kind: "locked" | "quantization" | "mining"; currency: string; rewardCurrency: string; amount: string; termDays: number; noticeHours: number; dailyRate: string; dailyPercent: string | null; return_rate: string | null; penaltyRate: string; penaltyPercent: string; status: "normal" | "ended"; end: "matured" | "redeemed" | null; subscribedAtMs: number; startsAtMs: number; maturity_time: number; noticeAtMs: number | null; daysEarned: number; interestPerDay: string; today_income: string; total_income: string; interestAtMaturity: string; paidAtMaturity: string; earlyRedemption: { interest: string; penalty: string; refund_amount: string; givenUp: string } | null; result: { interest: string; penalty: string; refund_amount: string; givenUp: string; atMs: number } | null; rulesVersion: number }
  }
  /** The early redemption figures, firm for ten seconds; where interest is paid daily, to midnight at most. Takes a session. */
  '/lh/deposit/quote': {
    input: { id: string }
    output: { quote_id: string; subscriptionId: string; currency: string; rewardCurrency: string; amount: string; interest: string; penalty: string; refund_amount: string; givenUp: string; validUntilMs: number }
  }
  /** Redeem early, at a quote’s figures or this moment’s; without a term, give notice. Takes a session. */
  '/lh/deposit/order/cancel': {
    input: { id: string; quote_id?: string }
    output: { id: string; config_id: string; kind: "locked" | "quantization" | "mining"; currency: string; rewardCurrency: string; amount: string; termDays: number; noticeHours: number; dailyRate: string; dailyPercent: string | null; return_rate: string | null; penaltyRate: string; penaltyPercent: string; status: "normal" | "ended"; end: "matured" | "redeemed" | null; subscribedAtMs: number; startsAtMs: number; maturity_time: number; noticeAtMs: number | null; daysEarned: number; interestPerDay: string; today_income: string; total_income: string; interestAtMaturity: string; paidAtMaturity: string; earlyRedemption: { interest: string; penalty: string; refund_amount: string; givenUp: string } | null; result: { interest: string; penalty: string; refund_amount: string; givenUp: string; atMs: number } | null; rulesVersion: number }
  }
  /** What each of the customer’s products would pay to end now, cheapest first, firm as each says; and what cannot end now. Takes a session. */
  '/user/exits': {
    input: { currency: string; amount?: string }
    output: { exits: Array<{ product: string; kind: string; id: string; currency: string; amount: string; termDays: number; quoteId: string; validUntilMs: number; pays: string; costs: string; givenUp: { currency: string; amount: string } | null; boostGivenUp: string | null; paidAtMs: number | null; isEnough: boolean }>; locked: Array<{ product: string; kind: string; id: string; currency: string; amount: string; termDays: number; freeAtMs: number }> }
  }
  /** Guess the price at the end of the round that is open, or change the guess until it closes. Takes a session. */
  '/game/guess': {
    input: { round_id: string; price: string }
    output: { id: string; symbol: string; opensAtMs: number; closesAtMs: number; endsAtMs: number; status: "waiting" | "counting" | "counted" | "void"; tick: { sequence: number; price: string; atMs: number } | null; guesses: number | null; own: { price: string; placedAtMs: number; points: number | null } | null }
  }
  /** Show the customer’s nickname on the board, or not. Takes a session. */
  '/game/listing': {
    input: { is_listed: "0" | "1" | "true" | "false" }
    output: { is_listed: boolean }
  }
  /** Buy whole coins at the fixed price for so much money, from funding; what is less than a coin is not charged. Takes basic verification. Takes a session. */
  '/project/buy': {
    input: { project_id: string; total_price: string }
    output: { id: string; project_id: string; code: string; name: string; colour: string; pay_currency: string; kind: "exchange" | "subscription"; status: "waiting" | "allotted" | "locked" | "unlocked" | "refunded"; price: string; quantity: string; cost: string; allotted: string | null; paid: string; refunded: string; held: string; opensAtMs: number; endsAtMs: number; listsAtMs: number; refundAtMs: number; lockDays: number; listedAtMs: number | null; unlocksAtMs: number | null; failure: "soft-cap" | "unlisted" | "cancelled" | null; symbol: string | null; placedAtMs: number; endedAtMs: number | null; allotment: { position: number; total: string; supply: string; whole: string; remainder: string; rank: number; left: number } | null; rulesVersion: number }
  }
  /** Subscribe for whole coins for so much money, from funding: shared out at the end, the rest is refunded. Takes basic verification. Takes a session. */
  '/project/order': {
    input: { project_id: string; amount: string; pay_currency?: string; price?: string }
    output: { id: string; project_id: string; code: string; name: string; colour: string; pay_currency: string; kind: "exchange" | "subscription"; status: "waiting" | "allotted" | "locked" | "unlocked" | "refunded"; price: string; quantity: string; cost: string; allotted: string | null; paid: string; refunded: string; held: string; opensAtMs: number; endsAtMs: number; listsAtMs: number; refundAtMs: number; lockDays: number; listedAtMs: number | null; unlocksAtMs: number | null; failure: "soft-cap" | "unlisted" | "cancelled" | null; symbol: string | null; placedAtMs: number; endedAtMs: number | null; allotment: { position: number; total: string; supply: string; whole: string; remainder: string; rank: number; left: number } | null; rulesVersion: number }
  }
  /** Apply for a loan; two operators review it. Takes advanced verification. Takes a session. */
  '/user/jiedai': {
    input: { amount: string; days: "7" | "15" | "30" | "60" | "90"; terms_version?: string }
    output: { id: string; reference: string; status: "not_reviewed" | "issued" | "unpaid" | "repaid" | "rejected" | "cancelled"; currency: string; amount: string; days: number; dailyRate: string; dailyRatePercent: string; overdueRate: string; overdueRatePercent: string; hasFreeDay: boolean; totalInterest: string; appliedAtMs: number; paidOutAtMs: number | null; dueAtMs: number | null; endedAtMs: number | null; repaid: string; interestPaid: string; overdueInterestPaid: string; remaining: string; debt: { principal: string; chargedDays: number; interest: string; overdueInterest: string } | null; why: string | null }
  }
  /** Pay back a part of a loan, or without an amount all that is owed, from funding. Takes a session. */
  '/user/jiedai/repay': {
    input: { id: string; amount?: string }
    output: { id: string; reference: string; status: "not_reviewed" | "issued" | "unpaid" | "repaid" | "rejected" | "cancelled"; currency: string; amount: string; days: number; dailyRate: string; dailyRatePercent: string; overdueRate: string; overdueRatePercent: string; hasFreeDay: boolean; totalInterest: string; appliedAtMs: number; paidOutAtMs: number | null; dueAtMs: number | null; endedAtMs: number | null; repaid: string; interestPaid: string; overdueInterestPaid: string; remaining: string; debt: { principal: string; chargedDays: number; interest: string; overdueInterest: string } | null; why: string | null }
  }
  /** Take an application back before it is decided. Takes a session. */
  '/user/jiedai/cancel': {
    input: { id: string }
    output: { id: string; reference: string; status: "not_reviewed" | "issued" | "unpaid" | "repaid" | "rejected" | "cancelled"; currency: string; amount: string; days: number; dailyRate: string; dailyRatePercent: string; overdueRate: string; overdueRatePercent: string; hasFreeDay: boolean; totalInterest: string; appliedAtMs: number; paidOutAtMs: number | null; dueAtMs: number | null; endedAtMs: number | null; repaid: string; interestPaid: string; overdueInterestPaid: string; remaining: string; debt: { principal: string; chargedDays: number; interest: string; overdueInterest: string } | null; why: string | null }
  }
  /** Artists, the newest first, or those whose name begins with a text. For everybody. */
  '/bind_box/getArtist': {
    input: { search?: string; page?: string; limit?: string; cursor?: string }
    output: { items: Array<{ id: string; name: string; portrait: { id: string; kind: "picture" | "video"; type: "image/jpeg" | "image/png" | "video/mp4" | "video/webm"; bytes: number; width: number | null; height: number | null } | null; bio: string; hasAccount: boolean; artworks: number }>; next: string | null }
  }
  /** One artist. For everybody. */
  '/bind_box/getArtistDetail': {
    input: { id: string }
    output: { id: string; name: string; portrait: { id: string; kind: "picture" | "video"; type: "image/jpeg" | "image/png" | "video/mp4" | "video/webm"; bytes: number; width: number | null; height: number | null } | null; bio: string; hasAccount: boolean; artworks: number }
  }
  /** Collections, the newest first; with `mine` those of which the customer owns an artwork or marked one. For everybody. */
  '/bind_box/getCollection': {
    input: { artist_id?: string; mine?: "0" | "1" | "true" | "false"; page?: string; limit?: string; cursor?: string }
    output: { items: Array<{ id: string; name: string; description: string; cover: { id: string; kind: "picture" | "video"; type: "image/jpeg" | "image/png" | "video/mp4" | "video/webm"; bytes: number; width: number | null; height: number | null } | null; artist: { id: string; name: string; portrait: { id: string; kind: "picture" | "video"; type: "image/jpeg" | "image/png" | "video/mp4" | "video/webm"; bytes: number; width: number | null; height: number | null } | null }; artworks: number; currency: string; floor: string | null }>; next: string | null }
  }
  /** One collection. For everybody. */
  '/bind_box/getCollectionDetail': {
    input: { id: string }
    output: { id: string; name: string; description: string; cover: { id: string; kind: "picture" | "video"; type: "image/jpeg" | "image/png" | "video/mp4" | "video/webm"; bytes: number; width: number | null; height: number | null } | null; artist: { id: string; name: string; portrait: { id: string; kind: "picture" | "video"; type: "image/jpeg" | "image/png" | "video/mp4" | "video/webm"; bytes: number; width: number | null; height: number | null } | null }; artworks: number; currency: string; floor: string | null }
  }
  /** Artworks, the newest first: of an artist or a collection, offered so, or with words that begin so. For everybody. */
  '/bind_box/getArtwork': {
    input: { artist_id?: string; collection_id?: string; offer?: "none" | "fixed" | "auction"; kind?: "picture" | "video"; search?: string; page?: string; limit?: string; cursor?: string }
    output: { items: Array<{ id: string; code: string; title: string; artist: { id: string; name: string; portrait: { id: string; kind: "picture" | "video"; type: "image/jpeg" | "image/png" | "video/mp4" | "video/webm"; bytes: number; width: number | null; height: number | null } | null }; collection: { id: string; name: string } | null; media: { id: string; kind: "picture" | "video"; type: "image/jpeg" | "image/png" | "video/mp4" | "video/webm"; bytes: number; width: number | null; height: number | null }; poster: { id: string; kind: "picture" | "video"; type: "image/jpeg" | "image/png" | "video/mp4" | "video/webm"; bytes: number; width: number | null; height: number | null } | null; edition: { number: number; of: number } | null; currency: string; offer: "none" | "fixed" | "auction"; state: "2" | "1" | "0"; price: string | null; opensAtMs: number | null; endsAtMs: number | null; holder: "platform" | "artist" | "customer"; isBoxed: boolean; isOwn: boolean; isFavourite: boolean; favourites: number }>; next: string | null }
  }
  /** One artwork: its offer, its auction, what of a price goes where, and what the customer has to do with it. For everybody. */
  '/bind_box/getArtworkDetail': {
    input: { code: string }
    output: { id: string; code: string; title: string; artist: { id: string; name: string; portrait: { id: string; kind: "picture" | "video"; type: "image/jpeg" | "image/png" | "video/mp4" | "video/webm"; bytes: number; width: number | null; height: number | null } | null }; collection: { id: string; name: string } | null; media: { id: string; kind: "picture" | "video"; type: "image/jpeg" | "image/png" | "video/mp4" | "video/webm"; bytes: number; width: number | null; height: number | null }; poster: { id: string; kind: "picture" | "video"; type: "image/jpeg" | "image/png" | "video/mp4" | "video/webm"; bytes: number; width: number | null; height: number | null } | null; edition: { number: number; of: number } | null; currency: string; offer: "none" | "fixed" | "auction"; state: "2" | "1" | "0"; price: string | null; opensAtMs: number | null; endsAtMs: number | null; holder: "platform" | "artist" | "customer"; isBoxed: boolean; isOwn: boolean; isFavourite: boolean; favourites: number; description: string; createdAtMs: number; feePercent: string; royaltyPercent: string; shares: { fee: string; royalty: string; seller: string } | null; auction: { id: string; status: "open" | "awaiting" | "won" | "unsold" | "cancelled"; startPrice: string; margin: string; step: string; highest: string | null; lowestBid: string; highestBid: string; bids: number; bidders: number; opensAtMs: number; endsAtMs: number; plannedEndMs: number; latestEndMs: number; cancelled: "seller" | "winner" | "operators" | null } | null; own: { margin: "held" | "returned" | "forfeited" | null; bid: string | null; bidder: number | null; isLeading: boolean; sinceMs: number | null; resaleFromMs: number | null; unpaidOrderId: string | null; isSellerOrArtist: boolean } | null }
  }
  /** How an artwork came to whoever has it, from the newest back to its creation. For everybody. */
  '/bind_box/getArtworkHistory': {
    input: { code: string; page?: string; limit?: string; cursor?: string }
    output: { items: Array<{ kind: "created" | "sale" | "auction" | "box"; from: "platform" | "artist" | "customer" | null; to: "platform" | "artist" | "customer"; isFromOwn: boolean; isOwn: boolean; currency: string; price: string | null; atMs: number }>; next: string | null }
  }
  /** Bids on an artwork and prices paid for it, newest first; bidders by their number in the auction. For everybody. */
  '/bind_box/getBindBoxQuotationLog': {
    input: { code: string; page?: string; limit?: string; cursor?: string }
    output: { items: Array<{ id: string; kind: "bid" | "sale"; price: string; currency: string; bidder: number | null; auctionId: string | null; isOwn: boolean; atMs: number }>; next: string | null }
  }
  /** Mark an artwork as a favourite, or unmark it; with `on` it is as that says. Takes a session. */
  '/bind_box/collect': {
    input: { code: string; on?: "0" | "1" | "true" | "false" }
    output: { isFavourite: boolean; favourites: number }
  }
  /** Artworks that the customer marked, the newest mark first. Takes a session. */
  '/bind_box/getFavourites': {
    input: { page?: string; limit?: string; cursor?: string }
    output: { items: Array<{ id: string; code: string; title: string; artist: { id: string; name: string; portrait: { id: string; kind: "picture" | "video"; type: "image/jpeg" | "image/png" | "video/mp4" | "video/webm"; bytes: number; width: number | null; height: number | null } | null }; collection: { id: string; name: string } | null; media: { id: string; kind: "picture" | "video"; type: "image/jpeg" | "image/png" | "video/mp4" | "video/webm"; bytes: number; width: number | null; height: number | null }; poster: { id: string; kind: "picture" | "video"; type: "image/jpeg" | "image/png" | "video/mp4" | "video/webm"; bytes: number; width: number | null; height: number | null } | null; edition: { number: number; of: number } | null; currency: string; offer: "none" | "fixed" | "auction"; state: "2" | "1" | "0"; price: string | null; opensAtMs: number | null; endsAtMs: number | null; holder: "platform" | "artist" | "customer"; isBoxed: boolean; isOwn: boolean; isFavourite: boolean; favourites: number }>; next: string | null }
  }
  /** What artworks are paid with, and the terms of auctions, payments and resale. For everybody. */
  '/bind_box/getNftCurrency': {
    input: Record<string, never>
    output: { items: Array<{ code: string; decimals: number; available: string | null }>; minimumPrice: string; maximumPrice: string; feePercent: string; maxRoyaltyPercent: string; marginPercent: string; stepPercent: string; extendsWithinSeconds: number; extensionSeconds: number; maxExtendedHours: number; payWithinHours: number; resaleAfterHours: number }
  }
  /** Buy an artwork at the price that is asked, from funding. Takes basic verification; without `price` only what the platform sells. Takes a session. */
  '/bind_box/buyNFT': {
    input: { code: string; price?: string }
    output: { id: string; artwork: { code: string; title: string; artist: string; media: { id: string; kind: "picture" | "video"; type: "image/jpeg" | "image/png" | "video/mp4" | "video/webm"; bytes: number; width: number | null; height: number | null }; poster: { id: string; kind: "picture" | "video"; type: "image/jpeg" | "image/png" | "video/mp4" | "video/webm"; bytes: number; width: number | null; height: number | null } | null }; kind: "fixed" | "auction"; status: "unpaid" | "paid" | "forfeited" | "cancelled"; role: "buyer" | "seller"; currency: string; price: string; fee: string; royalty: string; sellerGets: string; margin: string; due: string; payByMs: number | null; placedAtMs: number; endedAtMs: number | null; cancelled: "seller" | "winner" | "operators" | null; isRead: boolean; rulesVersion: number }
  }
  /** Pay the margin of an auction, from funding: it comes back when another wins, and is part of the price for the winner. Takes basic verification. Takes a session. */
  '/bind_box/marginNFT': {
    input: { code: string }
    output: { id: string; artwork: { code: string; title: string; artist: string; media: { id: string; kind: "picture" | "video"; type: "image/jpeg" | "image/png" | "video/mp4" | "video/webm"; bytes: number; width: number | null; height: number | null }; poster: { id: string; kind: "picture" | "video"; type: "image/jpeg" | "image/png" | "video/mp4" | "video/webm"; bytes: number; width: number | null; height: number | null } | null }; currency: string; auction: { id: string; status: "open" | "awaiting" | "won" | "unsold" | "cancelled"; startPrice: string; margin: string; step: string; highest: string | null; lowestBid: string; highestBid: string; bids: number; bidders: number; opensAtMs: number; endsAtMs: number; plannedEndMs: number; latestEndMs: number; cancelled: "seller" | "winner" | "operators" | null }; margin: string; marginStatus: "held" | "returned" | "forfeited"; bid: string | null; isLeading: boolean; orderId: string | null; paidAtMs: number; endedAtMs: number | null }
  }
  /** Bid in an auction whose margin was paid: the winner pays within 24 hours or loses the margin to the seller. Takes a session. */
  '/bind_box/auctionNFT': {
    input: { code: string; price: string }
    output: { id: string; artwork: { code: string; title: string; artist: string; media: { id: string; kind: "picture" | "video"; type: "image/jpeg" | "image/png" | "video/mp4" | "video/webm"; bytes: number; width: number | null; height: number | null }; poster: { id: string; kind: "picture" | "video"; type: "image/jpeg" | "image/png" | "video/mp4" | "video/webm"; bytes: number; width: number | null; height: number | null } | null }; currency: string; auction: { id: string; status: "open" | "awaiting" | "won" | "unsold" | "cancelled"; startPrice: string; margin: string; step: string; highest: string | null; lowestBid: string; highestBid: string; bids: number; bidders: number; opensAtMs: number; endsAtMs: number; plannedEndMs: number; latestEndMs: number; cancelled: "seller" | "winner" | "operators" | null }; margin: string; marginStatus: "held" | "returned" | "forfeited"; bid: string | null; isLeading: boolean; orderId: string | null; paidAtMs: number; endedAtMs: number | null }
  }
  /** Artworks that the customer owns, the newest first. Takes a session. */
  '/bind_box/getMyNFTs': {
    input: { page?: string; limit?: string; cursor?: string }
    output: { items: Array<{ id: string; code: string; title: string; artist: { id: string; name: string; portrait: { id: string; kind: "picture" | "video"; type: "image/jpeg" | "image/png" | "video/mp4" | "video/webm"; bytes: number; width: number | null; height: number | null } | null }; collection: { id: string; name: string } | null; media: { id: string; kind: "picture" | "video"; type: "image/jpeg" | "image/png" | "video/mp4" | "video/webm"; bytes: number; width: number | null; height: number | null }; poster: { id: string; kind: "picture" | "video"; type: "image/jpeg" | "image/png" | "video/mp4" | "video/webm"; bytes: number; width: number | null; height: number | null } | null; edition: { number: number; of: number } | null; currency: string; offer: "none" | "fixed" | "auction"; state: "2" | "1" | "0"; price: string | null; opensAtMs: number | null; endsAtMs: number | null; holder: "platform" | "artist" | "customer"; isBoxed: boolean; isOwn: boolean; isFavourite: boolean; favourites: number; sinceMs: number; resaleFromMs: number; paid: string | null; royaltyPercent: string; feePercent: string; isReserved: boolean }>; next: string | null }
  }
  /** Auctions that the customer paid a margin for, with their highest bid, newest first. Takes a session. */
  '/bind_box/getMyBindBoxQuotationLog': {
    input: { status?: "held" | "returned" | "forfeited"; recordId?: string; page?: string; limit?: string; cursor?: string }
    output: { items: Array<{ id: string; artwork: { code: string; title: string; artist: string; media: { id: string; kind: "picture" | "video"; type: "image/jpeg" | "image/png" | "video/mp4" | "video/webm"; bytes: number; width: number | null; height: number | null }; poster: { id: string; kind: "picture" | "video"; type: "image/jpeg" | "image/png" | "video/mp4" | "video/webm"; bytes: number; width: number | null; height: number | null } | null }; currency: string; auction: { id: string; status: "open" | "awaiting" | "won" | "unsold" | "cancelled"; startPrice: string; margin: string; step: string; highest: string | null; lowestBid: string; highestBid: string; bids: number; bidders: number; opensAtMs: number; endsAtMs: number; plannedEndMs: number; latestEndMs: number; cancelled: "seller" | "winner" | "operators" | null }; margin: string; marginStatus: "held" | "returned" | "forfeited"; bid: string | null; isLeading: boolean; orderId: string | null; paidAtMs: number; endedAtMs: number | null }>; next: string | null }
  }
  /** Offer an artwork of one’s own at a price, from a day after getting it; offered already, it gets this price. Fee and royalty are taken of it. Takes a session. */
  '/bind_box/resellNFT': {
    input: { id: string; price: string }
    output: { id: string; code: string; title: string; artist: { id: string; name: string; portrait: { id: string; kind: "picture" | "video"; type: "image/jpeg" | "image/png" | "video/mp4" | "video/webm"; bytes: number; width: number | null; height: number | null } | null }; collection: { id: string; name: string } | null; media: { id: string; kind: "picture" | "video"; type: "image/jpeg" | "image/png" | "video/mp4" | "video/webm"; bytes: number; width: number | null; height: number | null }; poster: { id: string; kind: "picture" | "video"; type: "image/jpeg" | "image/png" | "video/mp4" | "video/webm"; bytes: number; width: number | null; height: number | null } | null; edition: { number: number; of: number } | null; currency: string; offer: "none" | "fixed" | "auction"; state: "2" | "1" | "0"; price: string | null; opensAtMs: number | null; endsAtMs: number | null; holder: "platform" | "artist" | "customer"; isBoxed: boolean; isOwn: boolean; isFavourite: boolean; favourites: number; description: string; createdAtMs: number; feePercent: string; royaltyPercent: string; shares: { fee: string; royalty: string; seller: string } | null; auction: { id: string; status: "open" | "awaiting" | "won" | "unsold" | "cancelled"; startPrice: string; margin: string; step: string; highest: string | null; lowestBid: string; highestBid: string; bids: number; bidders: number; opensAtMs: number; endsAtMs: number; plannedEndMs: number; latestEndMs: number; cancelled: "seller" | "winner" | "operators" | null } | null; own: { margin: "held" | "returned" | "forfeited" | null; bid: string | null; bidder: number | null; isLeading: boolean; sinceMs: number | null; resaleFromMs: number | null; unpaidOrderId: string | null; isSellerOrArtist: boolean } | null }
  }
  /** Offer an artwork of one’s own no more. Takes a session. */
  '/bind_box/withdrawNFT': {
    input: { id: string }
    output: { id: string; code: string; title: string; artist: { id: string; name: string; portrait: { id: string; kind: "picture" | "video"; type: "image/jpeg" | "image/png" | "video/mp4" | "video/webm"; bytes: number; width: number | null; height: number | null } | null }; collection: { id: string; name: string } | null; media: { id: string; kind: "picture" | "video"; type: "image/jpeg" | "image/png" | "video/mp4" | "video/webm"; bytes: number; width: number | null; height: number | null }; poster: { id: string; kind: "picture" | "video"; type: "image/jpeg" | "image/png" | "video/mp4" | "video/webm"; bytes: number; width: number | null; height: number | null } | null; edition: { number: number; of: number } | null; currency: string; offer: "none" | "fixed" | "auction"; state: "2" | "1" | "0"; price: string | null; opensAtMs: number | null; endsAtMs: number | null; holder: "platform" | "artist" | "customer"; isBoxed: boolean; isOwn: boolean; isFavourite: boolean; favourites: number; description: string; createdAtMs: number; feePercent: string; royaltyPercent: string; shares: { fee: string; royalty: string; seller: string } | null; auction: { id: string; status: "open" | "awaiting" | "won" | "unsold" | "cancelled"; startPrice: string; margin: string; step: string; highest: string | null; lowestBid: string; highestBid: string; bids: number; bidders: number; opensAtMs: number; endsAtMs: number; plannedEndMs: number; latestEndMs: number; cancelled: "seller" | "winner" | "operators" | null } | null; own: { margin: "held" | "returned" | "forfeited" | null; bid: string | null; bidder: number | null; isLeading: boolean; sinceMs: number | null; resaleFromMs: number | null; unpaidOrderId: string | null; isSellerOrArtist: boolean } | null }
  }
  /** Orders of auctions that the customer won and has not paid, newest first. Takes a session. */
  '/bind_box/getNeedPayNFTOrder': {
    input: { page?: string; limit?: string; cursor?: string }
    output: { items: Array<{ id: string; artwork: { code: string; title: string; artist: string; media: { id: string; kind: "picture" | "video"; type: "image/jpeg" | "image/png" | "video/mp4" | "video/webm"; bytes: number; width: number | null; height: number | null }; poster: { id: string; kind: "picture" | "video"; type: "image/jpeg" | "image/png" | "video/mp4" | "video/webm"; bytes: number; width: number | null; height: number | null } | null }; kind: "fixed" | "auction"; status: "unpaid" | "paid" | "forfeited" | "cancelled"; role: "buyer" | "seller"; currency: string; price: string; fee: string; royalty: string; sellerGets: string; margin: string; due: string; payByMs: number | null; placedAtMs: number; endedAtMs: number | null; cancelled: "seller" | "winner" | "operators" | null; isRead: boolean; rulesVersion: number }>; next: string | null; unread: number }
  }
  /** Orders in which the customer is the buyer, or with `role` the seller, newest first. Takes a session. */
  '/bind_box/getNFTOrders': {
    input: { role?: "buyer" | "seller"; status?: "unpaid" | "paid" | "forfeited" | "cancelled"; page?: string; limit?: string; cursor?: string }
    output: { items: Array<{ id: string; artwork: { code: string; title: string; artist: string; media: { id: string; kind: "picture" | "video"; type: "image/jpeg" | "image/png" | "video/mp4" | "video/webm"; bytes: number; width: number | null; height: number | null }; poster: { id: string; kind: "picture" | "video"; type: "image/jpeg" | "image/png" | "video/mp4" | "video/webm"; bytes: number; width: number | null; height: number | null } | null }; kind: "fixed" | "auction"; status: "unpaid" | "paid" | "forfeited" | "cancelled"; role: "buyer" | "seller"; currency: string; price: string; fee: string; royalty: string; sellerGets: string; margin: string; due: string; payByMs: number | null; placedAtMs: number; endedAtMs: number | null; cancelled: "seller" | "winner" | "operators" | null; isRead: boolean; rulesVersion: number }>; next: string | null }
  }
  /** One order in which the customer is the buyer or the seller. Takes a session. */
  '/bind_box/getNFTOrder': {
    input: { id: string }
    output: { id: string; artwork: { code: string; title: string; artist: string; media: { id: string; kind: "picture" | "video"; type: "image/jpeg" | "image/png" | "video/mp4" | "video/webm"; bytes: number; width: number | null; height: number | null }; poster: { id: string; kind: "picture" | "video"; type: "image/jpeg" | "image/png" | "video/mp4" | "video/webm"; bytes: number; width: number | null; height: number | null } | null }; kind: "fixed" | "auction"; status: "unpaid" | "paid" | "forfeited" | "cancelled"; role: "buyer" | "seller"; currency: string; price: string; fee: string; royalty: string; sellerGets: string; margin: string; due: string; payByMs: number | null; placedAtMs: number; endedAtMs: number | null; cancelled: "seller" | "winner" | "operators" | null; isRead: boolean; rulesVersion: number }
  }
  /** The buyer has read that they won. Takes a session. */
  '/bind_box/readNFTOrderMessage': {
    input: { id: string }
    output: { id: string; artwork: { code: string; title: string; artist: string; media: { id: string; kind: "picture" | "video"; type: "image/jpeg" | "image/png" | "video/mp4" | "video/webm"; bytes: number; width: number | null; height: number | null }; poster: { id: string; kind: "picture" | "video"; type: "image/jpeg" | "image/png" | "video/mp4" | "video/webm"; bytes: number; width: number | null; height: number | null } | null }; kind: "fixed" | "auction"; status: "unpaid" | "paid" | "forfeited" | "cancelled"; role: "buyer" | "seller"; currency: string; price: string; fee: string; royalty: string; sellerGets: string; margin: string; due: string; payByMs: number | null; placedAtMs: number; endedAtMs: number | null; cancelled: "seller" | "winner" | "operators" | null; isRead: boolean; rulesVersion: number }
  }
  /** Pay what is due of an order, from funding, within its 24 hours: the artwork is the buyer’s at once. Takes a session. */
  '/bind_box/payNFTOrder': {
    input: { id: string }
    output: { id: string; artwork: { code: string; title: string; artist: string; media: { id: string; kind: "picture" | "video"; type: "image/jpeg" | "image/png" | "video/mp4" | "video/webm"; bytes: number; width: number | null; height: number | null }; poster: { id: string; kind: "picture" | "video"; type: "image/jpeg" | "image/png" | "video/mp4" | "video/webm"; bytes: number; width: number | null; height: number | null } | null }; kind: "fixed" | "auction"; status: "unpaid" | "paid" | "forfeited" | "cancelled"; role: "buyer" | "seller"; currency: string; price: string; fee: string; royalty: string; sellerGets: string; margin: string; due: string; payByMs: number | null; placedAtMs: number; endedAtMs: number | null; cancelled: "seller" | "winner" | "operators" | null; isRead: boolean; rulesVersion: number }
  }
  /** Mark one notice read by `id`, or all up to and with `up_to`. Takes a session. */
  '/mailMessage/read': {
    input: { id?: string; up_to?: string }
    output: { unread: number }
  }
  /** Turn a way of being told of a topic on or off. Takes a session. */
  '/mailMessage/setSetting': {
    input: { topic: "security" | "money" | "trading" | "copying" | "terms" | "alert" | "support"; way: "app" | "mail" | "push"; is_on: "0" | "1" | "true" | "false" }
    output: { items: Array<{ topic: "security" | "money" | "trading" | "copying" | "terms" | "alert" | "support"; app: boolean; mail: boolean; push: boolean; fixed: Array<"app" | "mail" | "push"> }>; email: string | null; showsAmounts: boolean; pushKey: string }
  }
  /** Whether push messages may name amounts and prices. Takes a session. */
  '/mailMessage/pushAmounts': {
    input: { is_on: "0" | "1" | "true" | "false" }
    output: { items: Array<{ topic: "security" | "money" | "trading" | "copying" | "terms" | "alert" | "support"; app: boolean; mail: boolean; push: boolean; fixed: Array<"app" | "mail" | "push"> }>; email: string | null; showsAmounts: boolean; pushKey: string }
  }
  /** Send push messages to this browser, as long as this session lasts. Takes a session. */
  '/push/subscribe': {
    input: { endpoint: string; p256dh: string; auth: string }
    output: { done: true }
  }
  /** Send no more push messages to a browser. Takes a session. */
  '/push/unsubscribe': {
    input: { endpoint: string }
    output: { done: true }
  }
  /** Order a seconds option: whether the price is higher or lower after a period. Takes a session. */
  '/microtrade/submit': {
    input: { account_type?: "real" | "0" | "practice" | "1"; match_id: string; currency_id: string; type: "rise" | "1" | "fall" | "2"; seconds: string; number: string; terms_version?: string; client_key?: string }
    output: { id: string; match_id: string; currency_id: string; type: "rise" | "fall"; number: string; winnings: string; payoutPercent: string; seconds: number; status: "open" | "settled" | "void"; outcome: "won" | "lost" | "tie" | "void" | null; reason: "no-entry" | "no-exit" | null; paid: string | null; entry: { sequence: number; price: string; atMs: number } | null; exit: { sequence: number; price: string; atMs: number } | null; expiresAtMs: number | null; entryAfterMs: number; staleAfterMs: number; terms_version: number; rulesVersion: number; acceptedAtMs: number; acceptedSequence: number; settledAtMs: number | null }
  }
  /** Choose a daily loss limit (lower at once, higher after 24 hours), or exclude oneself until a moment. Takes a session. */
  '/microtrade/limits': {
    input: { account_type?: "real" | "0" | "practice" | "1"; loss_limit?: string; excluded_until?: string }
    output: { currency_id: string; isOffered: boolean; loss_limit: string; nextLossLimit: { loss_limit: string; fromMs: number } | null; lostToday: string; ordersToday: number; maxDaily: number; openOrders: number; maxOpen: number; pausedUntilMs: number | null; excluded_until: number | null }
  }
  /** Accept the risk notice of seconds options, with the answers to its questions. Takes a session. */
  '/microtrade/risk': {
    input: { version: string; answers?: string }
    output: { version: number; questions: Array<string>; acceptedVersion: number; acceptedAtMs: number | null }
  }
  /** Take an offer: the seller’s coin goes into escrow at once; of an offer to sell out of what it keeps, of an offer to buy out of the customer’s funding wallet. Takes a session. */
  '/otc/order': {
    input: { offer_id: string; amount: string; payment: "domestic" | "international"; card_id?: string; price?: string }
    output: { id: string; reference: string; status: "placed" | "paid" | "released" | "cancelled" | "expired" | "disputed" | "decided"; offer_id: string; role: "buyer" | "seller"; currency: string; fiat: "USD" | "EUR"; amount: string; total: string; price: string; marginPercent: string | null; ticks: Array<{ symbol: string; sequence: number; price: string }>; payment: "domestic" | "international"; placedAtMs: number; payByMs: number; paidAtMs: number | null; endedAtMs: number | null; outcome: "released" | "returned" | null; why: string | null; dispute: { by: "buyer" | "seller"; reason: string; atMs: number } | null; other: string }
  }
  /** Say that it was paid at the bank, and from whose account; from then on it is released, disputed or decided. Takes a session. */
  '/otc/paid': {
    input: { id: string; payer_name: string }
    output: { id: string; reference: string; status: "placed" | "paid" | "released" | "cancelled" | "expired" | "disputed" | "decided"; offer_id: string; role: "buyer" | "seller"; currency: string; fiat: "USD" | "EUR"; amount: string; total: string; price: string; marginPercent: string | null; ticks: Array<{ symbol: string; sequence: number; price: string }>; payment: "domestic" | "international"; placedAtMs: number; payByMs: number; paidAtMs: number | null; endedAtMs: number | null; outcome: "released" | "returned" | null; why: string | null; dispute: { by: "buyer" | "seller"; reason: string; atMs: number } | null; other: string }
  }
  /** Release the coin to the buyer once the money has arrived, with the pay password; also of an order that ended unpaid and whose buyer says that they paid. Takes a session. */
  '/otc/release': {
    input: { id: string; pay_password?: string; code?: string }
    output: { id: string; reference: string; status: "placed" | "paid" | "released" | "cancelled" | "expired" | "disputed" | "decided"; offer_id: string; role: "buyer" | "seller"; currency: string; fiat: "USD" | "EUR"; amount: string; total: string; price: string; marginPercent: string | null; ticks: Array<{ symbol: string; sequence: number; price: string }>; payment: "domestic" | "international"; placedAtMs: number; payByMs: number; paidAtMs: number | null; endedAtMs: number | null; outcome: "released" | "returned" | null; why: string | null; dispute: { by: "buyer" | "seller"; reason: string; atMs: number } | null; other: string }
  }
  /** Cancel a purchase before it is paid; the coin goes back to where it came from. Takes a session. */
  '/otc/cancel': {
    input: { id: string }
    output: { id: string; reference: string; status: "placed" | "paid" | "released" | "cancelled" | "expired" | "disputed" | "decided"; offer_id: string; role: "buyer" | "seller"; currency: string; fiat: "USD" | "EUR"; amount: string; total: string; price: string; marginPercent: string | null; ticks: Array<{ symbol: string; sequence: number; price: string }>; payment: "domestic" | "international"; placedAtMs: number; payByMs: number; paidAtMs: number | null; endedAtMs: number | null; outcome: "released" | "returned" | null; why: string | null; dispute: { by: "buyer" | "seller"; reason: string; atMs: number } | null; other: string }
  }
  /** Dispute an order that was said to be paid, with a reason and up to three pictures; the buyer also one that ended unpaid within a day, to say that it was paid. Two operators decide it. Takes a session. */
  '/otc/appeal': {
    input: { id: string; reason: string; images?: string }
    output: { id: string; reference: string; status: "placed" | "paid" | "released" | "cancelled" | "expired" | "disputed" | "decided"; offer_id: string; role: "buyer" | "seller"; currency: string; fiat: "USD" | "EUR"; amount: string; total: string; price: string; marginPercent: string | null; ticks: Array<{ symbol: string; sequence: number; price: string }>; payment: "domestic" | "international"; placedAtMs: number; payByMs: number; paidAtMs: number | null; endedAtMs: number | null; outcome: "released" | "returned" | null; why: string | null; dispute: { by: "buyer" | "seller"; reason: string; atMs: number } | null; other: string }
  }
  /** Write to the other side of an order: a text, a picture, or both. Takes a session. */
  '/otc/message': {
    input: { id: string; text?: string; image?: string }
    output: { id: string; from: "me" | "other" | "platform"; event: "placed" | "paid" | "released" | "cancelled" | "expired" | "disputed" | "decided" | "late-claimed" | "late-released" | "late-returned" | null; text: string | null; image: string | null; atMs: number }
  }
  /** Publish an offer, as a merchant; what it sells is kept for it from the funding wallet. Takes a session. */
  '/otc/offer': {
    input: { side: "buy" | "sell"; currency: string; fiat: "USD" | "EUR"; price?: string; margin?: string; minimum: string; maximum: string; total: string; payments: string; terms?: string }
    output: { id: string; reference: string; side: "buy" | "sell"; currency: string; fiat: "USD" | "EUR"; price: string | null; marginPercent: string | null; ticks: Array<{ symbol: string; sequence: number; price: string }>; minimum: string; maximum: string; remaining: string; payments: Array<"domestic" | "international">; terms: string | null; maker: { name: string; isPlatform: boolean; isMerchant: boolean; record: { completed: number; completedPercent: string | null; releaseSeconds: number | null } }; isOpen: boolean; isOwn: boolean }
  }
  /** Close one’s own offer; what it kept comes back, and orders that were placed go on. Takes a session. */
  '/otc/close': {
    input: { id: string }
    output: { id: string; reference: string; side: "buy" | "sell"; currency: string; fiat: "USD" | "EUR"; price: string | null; marginPercent: string | null; ticks: Array<{ symbol: string; sequence: number; price: string }>; minimum: string; maximum: string; remaining: string; payments: Array<"domestic" | "international">; terms: string | null; maker: { name: string; isPlatform: boolean; isMerchant: boolean; record: { completed: number; completedPercent: string | null; releaseSeconds: number | null } }; isOpen: boolean; isOwn: boolean }
  }
  /** Apply to be a merchant, with the name that others see; advanced verification is needed, an operator reviews it. Takes a session. */
  '/otc/apply': {
    input: { name: string; introduction: string }
    output: { status: "under-review" | "active" | "refused" | "stopped" }
  }
  /** Open the practice wallet with what everybody begins with; answers the one there is. Takes a session. */
  '/practice/open': {
    input: Record<string, never>
    output: { currency: string; isOpen: boolean; available: string; margin: string; stakes: string; fillsTo: string; fillsAtMs: number | null }
  }
  /** Fill the practice wallet up to what it began with, once a day of UTC. Takes a session. */
  '/practice/fill': {
    input: Record<string, never>
    output: { currency: string; isOpen: boolean; available: string; margin: string; stakes: string; fillsTo: string; fillsAtMs: number | null }
  }
  /** Begin to copy a lead trader with practice money: what they open from now on. Takes a session. */
  '/practice/follow': {
    input: { trader_user_id: string; number: string; type?: "amount" | "1" | "ratio" | "2"; max_trade?: string; max_total?: string; slippage?: string }
    output: { id: string; trader_user_id: string; nickname: string | null; status: "active" | "paused" | "ended"; endReason: "user" | "lead-stopped" | null; currency: string; type: "amount" | "ratio"; number: string; max_trade: string; max_total: string; slippage: string; termsVersion: number; copied: number; skipped: number; skipReason: "balance" | "minimum" | "slippage" | "limit-trade" | "limit-total" | "limit-equity" | "paused" | "exposure" | "cap" | "stale" | "closed" | "breaker" | "positions" | "stops" | "own-stop" | "no-copy" | "own-margin" | "not-allowed" | null; limitedBy: "balance" | "minimum" | "slippage" | "limit-trade" | "limit-total" | "limit-equity" | "paused" | "exposure" | "cap" | "stale" | "closed" | "breaker" | "positions" | "stops" | "own-stop" | "no-copy" | "own-margin" | "not-allowed" | null; openCopies: number; margin: string; realizedPnl: string; unrealizedPnl: string | null; sharePercent: string; shareWithMoney: string; startedAtMs: number; endedAtMs: number | null }
  }
  /** Change following in practice for what is copied from now on, pause it or go on. Takes a session. */
  '/practice/settings': {
    input: { follow_user_id: string; number?: string; type?: "amount" | "1" | "ratio" | "2"; max_trade?: string; max_total?: string; slippage?: string; status?: "active" | "paused" }
    output: { id: string; trader_user_id: string; nickname: string | null; status: "active" | "paused" | "ended"; endReason: "user" | "lead-stopped" | null; currency: string; type: "amount" | "ratio"; number: string; max_trade: string; max_total: string; slippage: string; termsVersion: number; copied: number; skipped: number; skipReason: "balance" | "minimum" | "slippage" | "limit-trade" | "limit-total" | "limit-equity" | "paused" | "exposure" | "cap" | "stale" | "closed" | "breaker" | "positions" | "stops" | "own-stop" | "no-copy" | "own-margin" | "not-allowed" | null; limitedBy: "balance" | "minimum" | "slippage" | "limit-trade" | "limit-total" | "limit-equity" | "paused" | "exposure" | "cap" | "stale" | "closed" | "breaker" | "positions" | "stops" | "own-stop" | "no-copy" | "own-margin" | "not-allowed" | null; openCopies: number; margin: string; realizedPnl: string; unrealizedPnl: string | null; sharePercent: string; shareWithMoney: string; startedAtMs: number; endedAtMs: number | null }
  }
  /** End following in practice: close its copies, or keep them as own practice positions; once it has ended, those that are still open. Takes a session. */
  '/practice/unfollow': {
    input: { follow_user_id: string; mode?: "close" | "1" | "keep" | "2" }
    output: { id: string; trader_user_id: string; nickname: string | null; status: "active" | "paused" | "ended"; endReason: "user" | "lead-stopped" | null; currency: string; type: "amount" | "ratio"; number: string; max_trade: string; max_total: string; slippage: string; termsVersion: number; copied: number; skipped: number; skipReason: "balance" | "minimum" | "slippage" | "limit-trade" | "limit-total" | "limit-equity" | "paused" | "exposure" | "cap" | "stale" | "closed" | "breaker" | "positions" | "stops" | "own-stop" | "no-copy" | "own-margin" | "not-allowed" | null; limitedBy: "balance" | "minimum" | "slippage" | "limit-trade" | "limit-total" | "limit-equity" | "paused" | "exposure" | "cap" | "stale" | "closed" | "breaker" | "positions" | "stops" | "own-stop" | "no-copy" | "own-margin" | "not-allowed" | null; openCopies: number; margin: string; realizedPnl: string; unrealizedPnl: string | null; sharePercent: string; shareWithMoney: string; startedAtMs: number; endedAtMs: number | null }
  }
  /** Confirm with the password and the second factor that a copy of one’s data may be taken, once, by this session. Takes a session. */
  '/user/export/confirm': {
    input: { password?: string; code?: string }
    output: { validUntilMs: number }
  }
  /** Delete the account, with the password and the second factor: all sessions end, and after 14 days without signing in the personal data is erased. The ledger stays. Takes a session. */
  '/user/delete': {
    input: { password?: string; code?: string }
    output: { dueAtMs: number }
  }
  /** What is paid to a card in US dollars for an amount of a coin, with rate and the fee of its kind, firm for some seconds. Takes a session. */
  '/sale/quote': {
    input: { currency: string; number: string; card_id: string }
    output: { quote_id: string; currency: string; number: string; fee: string; receive: string; rate: string; tick: { symbol: string; sequence: number } | null; validUntilMs: number }
  }
  /** Sell at a quote’s figures, with the pay password: the coin is held at once, the dollars are paid to the card it was made for. Takes a session. */
  '/sale/submit': {
    input: { quote_id: string; pay_password?: string; code?: string }
    output: { id: string; reference: string; status: "hold" | "paying" | "paid" | "returned"; currency: string; number: string; fee: string; receive: string; rate: string; tick: { symbol: string; sequence: number } | null; card: { kind: "domestic" | "international"; bankName: string; lastDigits: string }; bankReference: string | null; why: string | null; soldAtMs: number; startedAtMs: number | null; endedAtMs: number | null }
  }
  /** Place a limit or market order, or a stop that becomes one at its trigger price. Takes a session. */
  '/coin/trade': {
    input: { currency_id: string; legal_id: string; type: "buy" | "1" | "sell" | "2"; amount?: string; quote_amount?: string; target_price?: string; order_type?: "limit" | "market" | "stop-limit" | "stop-market"; trigger_price?: string; trigger_direction?: "rises" | "falls"; target_profit_price?: string; stop_loss_price?: string; time_in_force?: "gtc" | "ioc" | "fok"; post_only?: "0" | "1" | "true" | "false"; client_key?: string; terms_version?: string }
    output: { id: string; symbol: string; currency_id: string; legal_id: string; type: "buy" | "sell"; order_type: "limit" | "market" | "stop-limit" | "stop-market"; time_in_force: "gtc" | "ioc" | "fok"; post_only: boolean; target_price: string; trigger_price: string | null; trigger_direction: "rises" | "falls" | null; triggerSequence: number | null; triggeredAtPrice: string | null; siblingId: string | null; target_profit_price: string | null; stop_loss_price: string | null; attachedTo: string | null; kept: string; amount: string; filled: string; remaining: string; averagePrice: string | null; notional: string; fee: string; feeCurrency: string; makerFeeBps: number; takerFeeBps: number; held: string; heldCurrency: string; status: "untriggered" | "open" | "filled" | "cancelled"; reason: "user" | "ioc" | "fok" | "post-only" | "self-trade" | "oco" | "price-band" | "no-liquidity" | null; tapeSequence: number | null; createdAtMs: number; updatedAtMs: number }
  }
  /** Place a limit order and a stop on one hold: when one fills or triggers, the other is cancelled. Takes a session. */
  '/coin/oco': {
    input: { currency_id: string; legal_id: string; type: "buy" | "1" | "sell" | "2"; amount: string; target_price: string; trigger_price: string; stop_limit_price?: string; client_key?: string; terms_version?: string }
    output: { id: string; orders: Array<{ id: string; symbol: string; currency_id: string; legal_id: string; type: "buy" | "sell"; order_type: "limit" | "market" | "stop-limit" | "stop-market"; time_in_force: "gtc" | "ioc" | "fok"; post_only: boolean; target_price: string; trigger_price: string | null; trigger_direction: "rises" | "falls" | null; triggerSequence: number | null; triggeredAtPrice: string | null; siblingId: string | null; target_profit_price: string | null; stop_loss_price: string | null; attachedTo: string | null; kept: string; amount: string; filled: string; remaining: string; averagePrice: string | null; notional: string; fee: string; feeCurrency: string; makerFeeBps: number; takerFeeBps: number; held: string; heldCurrency: string; status: "untriggered" | "open" | "filled" | "cancelled"; reason: "user" | "ioc" | "fok" | "post-only" | "self-trade" | "oco" | "price-band" | "no-liquidity" | null; tapeSequence: number | null; createdAtMs: number; updatedAtMs: number }> }
  }
  /** Change price, trigger price or quantity of an order that is not over; one that only shrinks keeps its place in the queue. Takes a session. */
  '/coin/amend': {
    input: { id: string; target_price?: string; trigger_price?: string; amount?: string }
    output: { id: string; symbol: string; currency_id: string; legal_id: string; type: "buy" | "sell"; order_type: "limit" | "market" | "stop-limit" | "stop-market"; time_in_force: "gtc" | "ioc" | "fok"; post_only: boolean; target_price: string; trigger_price: string | null; trigger_direction: "rises" | "falls" | null; triggerSequence: number | null; triggeredAtPrice: string | null; siblingId: string | null; target_profit_price: string | null; stop_loss_price: string | null; attachedTo: string | null; kept: string; amount: string; filled: string; remaining: string; averagePrice: string | null; notional: string; fee: string; feeCurrency: string; makerFeeBps: number; takerFeeBps: number; held: string; heldCurrency: string; status: "untriggered" | "open" | "filled" | "cancelled"; reason: "user" | "ioc" | "fok" | "post-only" | "self-trade" | "oco" | "price-band" | "no-liquidity" | null; tapeSequence: number | null; createdAtMs: number; updatedAtMs: number }
  }
  /** Cancel an order that is open or waits for its trigger; the other of its pair with it. Takes a session. */
  '/coin/cancel': {
    input: { id: string }
    output: { id: string; symbol: string; currency_id: string; legal_id: string; type: "buy" | "sell"; order_type: "limit" | "market" | "stop-limit" | "stop-market"; time_in_force: "gtc" | "ioc" | "fok"; post_only: boolean; target_price: string; trigger_price: string | null; trigger_direction: "rises" | "falls" | null; triggerSequence: number | null; triggeredAtPrice: string | null; siblingId: string | null; target_profit_price: string | null; stop_loss_price: string | null; attachedTo: string | null; kept: string; amount: string; filled: string; remaining: string; averagePrice: string | null; notional: string; fee: string; feeCurrency: string; makerFeeBps: number; takerFeeBps: number; held: string; heldCurrency: string; status: "untriggered" | "open" | "filled" | "cancelled"; reason: "user" | "ioc" | "fok" | "post-only" | "self-trade" | "oco" | "price-band" | "no-liquidity" | null; tapeSequence: number | null; createdAtMs: number; updatedAtMs: number }
  }
  /** Cancel all orders that are open or wait for a trigger, of one instrument or of all. Takes a session. */
  '/coin/cancel_all': {
    input: { symbol?: string }
    output: { cancelled: Array<string> }
  }
  /** Every entry of the customer’s accounts, newest first, and their sums. Takes a session. */
  '/wallet/legal_log': {
    input: { currency?: string; type?: "legal" | "change" | "lever" | "micro"; from?: string; to?: string; reason?: "adjustment-take" | "adjustment-give" | "adjustment-return" | "box-payment" | "box-refund" | "box-settlement" | "cell-sent" | "cell-received" | "cell-returned" | "cell-settled" | "contract-margin" | "contract-release" | "contract-fee" | "contract-profit" | "contract-loss" | "contract-financing" | "contract-shortfall" | "contract-cover" | "convert-sold" | "convert-bought" | "convert-fee" | "copy-share-reserve" | "copy-share-return" | "copy-share" | "coupon-reserve" | "coupon-return" | "coupon-boost" | "coupon-trial" | "coupon-discount" | "deposit" | "dual-subscription" | "dual-return" | "dual-yield" | "dual-exchange" | "dual-payout" | "dual-escrow" | "dual-escrow-return" | "earn-reserve" | "earn-accrual" | "earn-return" | "earn-subscription" | "earn-interest" | "earn-matured" | "earn-redeemed" | "earn-penalty" | "earn-quantization-subscription" | "earn-quantization-interest" | "earn-quantization-matured" | "earn-quantization-redeemed" | "earn-mining-subscription" | "earn-mining-reward" | "earn-mining-matured" | "earn-mining-redeemed" | "ieo-payment" | "ieo-refund" | "ieo-settlement" | "ieo-delivery" | "ieo-unlock" | "invite-reserve" | "invite-commission" | "invite-return" | "loan-payout" | "loan-repayment" | "loan-interest" | "loan-overdue-interest" | "nft-payment" | "nft-fee" | "nft-royalty" | "nft-margin" | "nft-margin-return" | "nft-forfeit" | "option-stake" | "option-return" | "option-winnings" | "option-loss" | "option-escrow" | "option-escrow-return" | "otc-offer" | "otc-order" | "otc" | "otc-late" | "practice-grant" | "sale-hold" | "sale" | "sale-fee" | "sale-payout" | "spot-hold" | "spot-release" | "spot-trade" | "spot-fee" | "treasury-funding" | "demo-grant" | "account-transfer" | "withdrawal" | "withdrawal-hold" | "withdrawal-fee"; kind?: "adjustment" | "box" | "contract" | "conversion" | "copy" | "coupon-boost" | "coupon-trial" | "coupon-discount" | "deposit" | "dual" | "earn-subscription" | "ieo" | "invite-commission" | "loan" | "nft" | "nft-margin" | "option" | "otc" | "otc-offer" | "sale" | "spot-order" | "account-transfer" | "demo-grant" | "withdrawal"; min_amount?: string; max_amount?: string; page?: string; limit?: string; cursor?: string }
    output: { items: Array<{ transferId: string; reason: "adjustment-take" | "adjustment-give" | "adjustment-return" | "box-payment" | "box-refund" | "box-settlement" | "cell-sent" | "cell-received" | "cell-returned" | "cell-settled" | "contract-margin" | "contract-release" | "contract-fee" | "contract-profit" | "contract-loss" | "contract-financing" | "contract-shortfall" | "contract-cover" | "convert-sold" | "convert-bought" | "convert-fee" | "copy-share-reserve" | "copy-share-return" | "copy-share" | "coupon-reserve" | "coupon-return" | "coupon-boost" | "coupon-trial" | "coupon-discount" | "deposit" | "dual-subscription" | "dual-return" | "dual-yield" | "dual-exchange" | "dual-payout" | "dual-escrow" | "dual-escrow-return" | "earn-reserve" | "earn-accrual" | "earn-return" | "earn-subscription" | "earn-interest" | "earn-matured" | "earn-redeemed" | "earn-penalty" | "earn-quantization-subscription" | "earn-quantization-interest" | "earn-quantization-matured" | "earn-quantization-redeemed" | "earn-mining-subscription" | "earn-mining-reward" | "earn-mining-matured" | "earn-mining-redeemed" | "ieo-payment" | "ieo-refund" | "ieo-settlement" | "ieo-delivery" | "ieo-unlock" | "invite-reserve" | "invite-commission" | "invite-return" | "loan-payout" | "loan-repayment" | "loan-interest" | "loan-overdue-interest" | "nft-payment" | "nft-fee" | "nft-royalty" | "nft-margin" | "nft-margin-return" | "nft-forfeit" | "option-stake" | "option-return" | "option-winnings" | "option-loss" | "option-escrow" | "option-escrow-return" | "otc-offer" | "otc-order" | "otc" | "otc-late" | "practice-grant" | "sale-hold" | "sale" | "sale-fee" | "sale-payout" | "spot-hold" | "spot-release" | "spot-trade" | "spot-fee" | "treasury-funding" | "demo-grant" | "account-transfer" | "withdrawal" | "withdrawal-hold" | "withdrawal-fee"; currency: string; type: "legal" | "change" | "lever" | "micro"; state: "available" | "held"; amount: string; balance: string; atMs: number; reference: string }>; next: string | null; sums: Array<{ currency: string; in: string; out: string; net: string; entries: number }> | null; keptFromMs: number | null }
  }
  /** Write to customer service: a text, a picture, an order of one’s own, or several of these. Sent again with the same key it is the same message. Takes a session. */
  '/kefu/send': {
    input: { text?: string; image?: string; order_kind?: "deposit" | "withdrawal" | "spot-order" | "contract-position" | "option-order" | "conversion" | "otc" | "sale" | "loan" | "subscription" | "dual-order" | "ieo-order" | "copy-relation" | "nft-order" | "blind-box"; order_id?: string; key?: string }
    output: { id: string; conversationId: string; from: "customer" | "support" | "event"; event: "taken" | "handed-over" | "returned" | "closed" | null; text: string | null; image: string | null; order: { kind: "deposit" | "withdrawal" | "spot-order" | "contract-position" | "option-order" | "conversion" | "otc" | "sale" | "loan" | "subscription" | "dual-order" | "ieo-order" | "copy-relation" | "nft-order" | "blind-box"; id: string; reference: string; atMs: number } | null; key: string | null; atMs: number }
  }
  /** Say that all messages up to this one were read. Takes a session. */
  '/kefu/read': {
    input: { id: string }
    output: { isOpen: boolean; nextOpenAtMs: number | null; waitSeconds: number | null; conversation: { id: string; reference: string; status: "waiting" | "active" | "closed"; openedAtMs: number; closedAtMs: number | null; stars: number | null } | null; unread: number }
  }
  /** End a conversation of one’s own; the next message begins another. Takes a session. */
  '/kefu/close': {
    input: { id: string }
    output: { isOpen: boolean; nextOpenAtMs: number | null; waitSeconds: number | null; conversation: { id: string; reference: string; status: "waiting" | "active" | "closed"; openedAtMs: number; closedAtMs: number | null; stars: number | null } | null; unread: number }
  }
  /** Rate a conversation of one’s own that is over, with one to five stars. Takes a session. */
  '/kefu/rate': {
    input: { id: string; stars: string; comment?: string }
    output: { isOpen: boolean; nextOpenAtMs: number | null; waitSeconds: number | null; conversation: { id: string; reference: string; status: "waiting" | "active" | "closed"; openedAtMs: number; closedAtMs: number | null; stars: number | null } | null; unread: number }
  }
  /** Send the basic verification: name, document and number; with real_type 2 its two photos. Takes a session. */
  '/user/real': {
    input: { name?: string; id_type?: "passport" | "1" | "id_card" | "2" | "driver_license" | "3"; card_id?: string; real_type?: "number" | "1" | "photos" | "2"; front_pic?: string; reverse_pic?: string }
    output: { tier: "basic" | "advanced"; status: "none" | "under-review" | "verified" | "rejected"; state: number; reference: string | null; needs: Array<"email" | "mobile" | "basic">; id_type: "passport" | "id_card" | "driver_license" | null; items: Array<{ item: "name" | "birthday" | "number" | "country" | "address" | "front" | "reverse" | "hand"; state: "waiting" | "accepted" | "refused"; why: string | null; picture: string | null }>; refused: { name?: string; first_name?: string; last_name?: string; birthday?: string; country?: string; address?: string } | null; events: Array<{ kind: "submitted" | "rejected" | "verified" | "withdrawn"; atMs: number; count: number }>; draft: { name?: string; first_name?: string; last_name?: string; gender?: string; birthday?: string; country?: string; address?: string; id_type?: "passport" | "id_card" | "driver_license"; real_type?: "number" | "photos"; front_pic?: string; reverse_pic?: string; hand_pic?: string; hasNumber: boolean; savedAtMs: number } | null; reviewHours: number; limits: Array<{ name: "withdrawal" | "otc"; currency: string; basic: string; advanced: string }> }
  }
  /** Send the advanced verification; after a rejection only what was refused. Phone and email are the bound ones where left out. Takes a session. */
  '/real/newreal': {
    input: { first_name?: string; last_name?: string; gender?: "male" | "female" | "other"; birthday?: string; country?: string; address?: string; phone?: string; email?: string; id_type?: "passport" | "1" | "id_card" | "2" | "driver_license" | "3"; card_id?: string; front_pic?: string; reverse_pic?: string; hand_pic?: string }
    output: { tier: "basic" | "advanced"; status: "none" | "under-review" | "verified" | "rejected"; state: number; reference: string | null; needs: Array<"email" | "mobile" | "basic">; id_type: "passport" | "id_card" | "driver_license" | null; items: Array<{ item: "name" | "birthday" | "number" | "country" | "address" | "front" | "reverse" | "hand"; state: "waiting" | "accepted" | "refused"; why: string | null; picture: string | null }>; refused: { name?: string; first_name?: string; last_name?: string; birthday?: string; country?: string; address?: string } | null; events: Array<{ kind: "submitted" | "rejected" | "verified" | "withdrawn"; atMs: number; count: number }>; draft: { name?: string; first_name?: string; last_name?: string; gender?: string; birthday?: string; country?: string; address?: string; id_type?: "passport" | "id_card" | "driver_license"; real_type?: "number" | "photos"; front_pic?: string; reverse_pic?: string; hand_pic?: string; hasNumber: boolean; savedAtMs: number } | null; reviewHours: number; limits: Array<{ name: "withdrawal" | "otc"; currency: string; basic: string; advanced: string }> }
  }
  /** Keep what is filled in so far, to go on later; what is left out is forgotten, but for the number. Takes a session. */
  '/real/draft': {
    input: { tier: "basic" | "advanced"; name?: string; id_type?: "passport" | "1" | "id_card" | "2" | "driver_license" | "3"; card_id?: string; real_type?: "number" | "1" | "photos" | "2"; front_pic?: string; reverse_pic?: string; first_name?: string; last_name?: string; gender?: "male" | "female" | "other"; birthday?: string; country?: string; address?: string; phone?: string; email?: string; hand_pic?: string }
    output: { tier: "basic" | "advanced"; status: "none" | "under-review" | "verified" | "rejected"; state: number; reference: string | null; needs: Array<"email" | "mobile" | "basic">; id_type: "passport" | "id_card" | "driver_license" | null; items: Array<{ item: "name" | "birthday" | "number" | "country" | "address" | "front" | "reverse" | "hand"; state: "waiting" | "accepted" | "refused"; why: string | null; picture: string | null }>; refused: { name?: string; first_name?: string; last_name?: string; birthday?: string; country?: string; address?: string } | null; events: Array<{ kind: "submitted" | "rejected" | "verified" | "withdrawn"; atMs: number; count: number }>; draft: { name?: string; first_name?: string; last_name?: string; gender?: string; birthday?: string; country?: string; address?: string; id_type?: "passport" | "id_card" | "driver_license"; real_type?: "number" | "photos"; front_pic?: string; reverse_pic?: string; hand_pic?: string; hasNumber: boolean; savedAtMs: number } | null; reviewHours: number; limits: Array<{ name: "withdrawal" | "otc"; currency: string; basic: string; advanced: string }> }
  }
  /** Erase one’s personal data, with the password and the second factor: drafts, photos, bank cards and what was not verified at once; what the law has us keep is sealed. The ledger stays. Takes a session. */
  '/real/erase': {
    input: { confirm: "erase"; password?: string; totp?: string }
    output: { erased: number; sealedUntilMs: number | null }
  }
  /** Everything the customer has: each currency with its four wallets, savings, and what it is worth. Takes a session. */
  '/wallet/list': {
    input: Record<string, never>
    output: { totalUsd: string; isWhole: boolean; wallets: Array<{ type: "legal" | "change" | "lever" | "micro"; valueUsd: string }>; unrealized: Array<{ product: string; type: "legal" | "change" | "lever" | "micro"; currency: string; amount: string | null; valueUsd: string | null }>; holdings: Array<{ currency: string; name: string; decimals: number; colour: string; kind: "crypto" | "fiat"; available: string; held: string; total: string; valueUsd: string | null; wallets: Array<{ currency: string; type: "legal" | "change" | "lever" | "micro"; available: string; held: string; total: string; valueUsd: string | null; entryCount: number }> }>; savings: Array<{ product: string; currency: string; amount: string; valueUsd: string | null; todayInterest: string; products: number; earliestMaturityMs: number | null; entryCount: number }>; savingsTotal: { valueUsd: string; todayUsd: string | null; products: number; earliestMaturityMs: number | null }; byProduct: Array<{ product: string; valueUsd: string; todayUsd: string | null; products: number; earliestMaturityMs: number | null }> }
  }
  /** One of the customer’s wallets. Takes a session. */
  '/wallet/detail': {
    input: { currency: string; type: "legal" | "change" | "lever" | "micro" }
    output: { currency: string; type: "legal" | "change" | "lever" | "micro"; available: string; held: string; total: string; valueUsd: string | null; entryCount: number }
  }
  /** One currency: the four wallets and how it can be deposited. Takes a session. */
  '/wallet/get_info': {
    input: { currency: string }
    output: { currency: string; name: string; decimals: number; colour: string; kind: "crypto" | "fiat"; available: string; held: string; total: string; valueUsd: string | null; wallets: Array<{ currency: string; type: "legal" | "change" | "lever" | "micro"; available: string; held: string; total: string; valueUsd: string | null; entryCount: number }>; deposit: Array<{ sub_type: string; minimum: string; isOpen: boolean; confirmationsNeeded: number | null; isOwn: boolean }> }
  }
  /** Move money between two of the customer’s wallets, at once and free of charge. Takes a session. */
  '/wallet/change': {
    input: { currency_id: string; number: string; from_field: "legal" | "change" | "lever" | "micro"; to_field: "legal" | "change" | "lever" | "micro" }
    output: { id: string; number: string; from_field: { currency_id: string; type: "legal" | "change" | "lever" | "micro"; available: string; held: string; total: string; valueUsd: string | null; entryCount: number }; to_field: { currency_id: string; type: "legal" | "change" | "lever" | "micro"; available: string; held: string; total: string; valueUsd: string | null; entryCount: number } }
  }
  /** Withdraw to a saved address by a network, or dollars and euros to a saved card, with the pay password: held at once, sent after the review. Takes a session. */
  '/wallet/out': {
    input: { currency: string; number: string; sub_type?: string; address?: string; bank?: "domestic" | "international"; card_id?: string; fee?: string; pay_password?: string; code?: string }
    output: { id: string; reference: string; status: "pending" | "under-review" | "approved" | "signing" | "sent" | "done" | "rejected" | "failed" | "cancelled"; currency: string; sub_type: string; address: string; addressName: string; card: { kind: "domestic" | "international"; bankName: string; lastDigits: string } | null; number: string; fee: string; receive: string; value: string; isReviewed: boolean; canCancel: boolean; txid: string | null; bankReference: string | null; confirmations: number; confirmationsNeeded: number; requestedAtMs: number; sentAtMs: number | null; endedAtMs: number | null; rejection: string | null; isVoidSent: boolean }
  }
  /** Cancel a withdrawal that is not being sent yet; all of it comes back. Takes a session. */
  '/wallet/out/cancel': {
    input: { id: string }
    output: { id: string; reference: string; status: "pending" | "under-review" | "approved" | "signing" | "sent" | "done" | "rejected" | "failed" | "cancelled"; currency: string; sub_type: string; address: string; addressName: string; card: { kind: "domestic" | "international"; bankName: string; lastDigits: string } | null; number: string; fee: string; receive: string; value: string; isReviewed: boolean; canCancel: boolean; txid: string | null; bankReference: string | null; confirmations: number; confirmationsNeeded: number; requestedAtMs: number; sentAtMs: number | null; endedAtMs: number | null; rejection: string | null; isVoidSent: boolean }
  }
  /** Save an address to withdraw to; it can be used after 24 hours. Takes a session. */
  '/user/wallet/save': {
    input: { currency: string; sub_type: string; name: string; address: string; qrcode?: string }
    output: { id: string; currency: string; sub_type: string; name: string; address: string; savedAtMs: number; usableAtMs: number }
  }
  /** Remove a saved address. Takes a session. */
  '/user/wallet/del': {
    input: { id: string }
    output: Record<string, unknown>
  }
}
