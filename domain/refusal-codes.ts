// Written by scripts/texts.mjs from the English texts. Do not edit.

/** Every refusal the product can answer, and the names of its parameters. */
export interface RefusalTexts {
  PARAMETER_ERROR: 'field'
  VALUE_NOT_ALLOWED: 'field' | 'allowed'
  TEXT_TOO_LONG: 'field' | 'maximum'
  TEXT_PUNCTUATION: 'field'
  BODY_TOO_LARGE: never
  NOT_FOUND: never
  METHOD_NOT_ALLOWED: never
  SESSION_EXPIRED: never
  KYC_REQUIRED: never
  TOO_MANY_REQUESTS: 'seconds'
  SERVER_BUSY: 'seconds'
  SERVICE_UNAVAILABLE: never
  OUTCOME_UNKNOWN: never
  INTERNAL: 'reference'
  IDEMPOTENCY_KEY_REUSED: never
  INSUFFICIENT_BALANCE: never
  AMOUNT_INVALID: never
  AMOUNT_TOO_PRECISE: 'decimals' | 'currency'
  AMOUNT_TOO_SMALL: 'minimum' | 'currency'
  AMOUNT_TOO_LARGE: 'maximum' | 'currency'
  CURRENCY_UNKNOWN: never
  INSTRUMENT_UNKNOWN: never
  ALREADY_LISTED: 'name'
  PRICE_INVALID: never
  PRICE_OFF_TICK: 'tick' | 'nearest'
  PRICE_OUT_OF_RANGE: 'lowest' | 'highest'
  TRIGGER_PRICE_INVALID: never
  TRIGGER_PRICE_OFF_TICK: 'tick' | 'nearest'
  TRIGGER_PRICE_REACHED: 'last'
  TRIGGER_PRICE_OUT_OF_RANGE: 'lowest' | 'highest'
  TRIGGER_PRICE_NOT_TAKEN: never
  QUANTITY_OFF_STEP: 'step' | 'currency' | 'nearest'
  QUANTITY_TOO_LARGE: 'maximum' | 'currency'
  NOTIONAL_TOO_SMALL: 'minimum' | 'currency' | 'nearest' | 'base'
  POST_ONLY_CONFLICT: never
  MARKET_ORDER_HAS_PRICE: never
  QUOTE_AMOUNT_CONFLICT: never
  ATTACHED_NOT_TAKEN: never
  TAKE_PROFIT_BUY: 'price'
  STOP_LOSS_BUY: 'price'
  OCO_SELL_PRICES: 'last'
  OCO_BUY_PRICES: 'last'
  PRICE_STALE: 'symbol'
  NO_LIVE_PRICE: 'symbol'
  MARKET_CLOSED: 'symbol'
  NO_LIQUIDITY: 'symbol'
  TOO_MANY_OPEN_ORDERS: 'maximum'
  CHANGES_TOO_MANY: 'maximum'
  ORDER_NOT_FOUND: never
  ORDER_NOT_CANCELABLE: never
  ORDER_NOT_AMENDABLE: never
  ORDER_WOULD_OPEN: never
  ORDER_MEETS_OWN: never
  QUANTITY_BELOW_FILLED: 'filled' | 'currency'
  EXPORT_TOO_LONG: 'maximum'
  EARN_CLOSED: never
  TERMS_CHANGED: never
  EARN_SOLD_OUT: 'left' | 'currency'
  EARN_NOT_REDEEMABLE: never
  EARN_AT_ITS_END: never
  EARN_NOTICE_GIVEN: 'date'
  EARN_QUOTE_EXPIRED: never
  TERMS_INVALID: 'field'
  EARN_CAP_BELOW_TAKEN: 'taken' | 'currency'
  OPERATOR_SIGN_IN_FAILED: never
  OPERATOR_ROLE_REQUIRED: never
  OPERATOR_IS_YOU: never
  OPERATOR_THIRD_NEEDED: never
  OPERATOR_ROLES_SAME: never
  OPERATOR_EXISTS: never
  OPERATOR_DISABLED: never
  OPERATOR_LAST_ADMIN: never
  OPERATOR_SETUP_OVER: never
  OPERATOR_SETUP_CODE: never
  PROPOSAL_NOT_PENDING: never
  PROPOSAL_IS_YOURS: never
  PROPOSAL_ABOUT_YOURSELF: never
  PROPOSAL_NOT_YOURS: never
  PROPOSAL_MAKER_INACTIVE: never
  PROPOSAL_EXISTS: never
  PROPOSAL_OUTDATED: never
  PROPOSAL_CHANGES_NOTHING: never
  TYPED_AGAIN_DIFFERS: never
  CONTACT_INVALID: never
  CONTACT_TAKEN: never
  CONTACT_IN_USE: never
  CODE_WRONG: never
  CODE_WORK_NEEDED: never
  LOGIN_FAILED: never
  SECOND_FACTOR_NEEDED: never
  SECOND_FACTOR_WRONG: never
  SECOND_FACTOR_IS_ON: never
  SECOND_FACTOR_IS_OFF: never
  PASSKEY_NEEDED: never
  PASSKEY_WRONG: never
  PASSKEYS_TOO_MANY: 'maximum'
  PASSKEYS_NOT_HERE: never
  WALLET_ADDRESS_WRONG: never
  WALLET_MESSAGE_UNKNOWN: never
  WALLET_SIGNATURE_WRONG: never
  WALLET_NOT_LINKED: never
  WALLET_IN_USE: never
  WALLETS_TOO_MANY: 'maximum'
  LAST_WAY_IN: never
  SIGN_IN_AGAIN: never
  CONTACT_UNSET: never
  PASSWORD_RULE: never
  PASSWORD_TOO_COMMON: never
  PASSWORDS_DIFFER: never
  PASSWORD_WRONG: never
  PAY_PASSWORD_RULE: never
  PAY_PASSWORD_SAME: never
  INVITE_CODE_UNKNOWN: never
  NICKNAME_INVALID: never
  NICKNAME_RESERVED: never
  SIGNATURE_INVALID: never
  SAME_ACCOUNT: never
  BILL_TOO_LONG: 'maximum'
  DEPOSIT_NOT_OFFERED: 'currency'
  DEPOSIT_CLOSED: 'currency' | 'network'
  NETWORK_REQUIRED: 'networks'
  DEPOSIT_PROOF_USED: never
  DEPOSIT_ALREADY_SENT: 'reference'
  DEPOSIT_TOO_MANY_PENDING: 'maximum'
  DEPOSIT_NOT_PENDING: never
  DEPOSIT_REFERENCE_USED: never
  DEPOSIT_HASH_DIFFERS: never
  DEPOSIT_UNCONFIRMED: 'needed'
  NETWORK_UNKNOWN: 'networks'
  NETWORK_NOT_FOR_CURRENCY: 'currency' | 'network' | 'networks'
  NETWORK_IS_OPEN: never
  ADDRESS_INVALID: never
  POSTAL_ADDRESS_INVALID: never
  ADDRESS_WATCHED: never
  NETWORK_FEE_KNOWN: never
  UPLOAD_UNKNOWN: never
  PORTRAIT_UNKNOWN: never
  UPLOAD_MISSING: never
  UPLOAD_NOT_AN_IMAGE: never
  UPLOAD_AUDIO: never
  UPLOAD_TOO_MANY_PIXELS: 'maximum'
  UPLOAD_UNREADABLE: never
  ALERT_REACHED: 'price'
  PERCENT_INVALID: 'minimum' | 'maximum'
  TOO_MANY_ALERTS: 'maximum'
  LEVERAGE_NOT_OFFERED: 'symbol' | 'allowed'
  LOTS_OFF_STEP: 'step' | 'nearest'
  LOTS_TOO_MANY: 'maximum'
  CONTRACT_TOO_SMALL: 'minimum' | 'currency' | 'lots'
  TAKE_PROFIT_LONG: 'mark'
  TAKE_PROFIT_SHORT: 'mark'
  STOP_LOSS_LONG: 'mark'
  STOP_LOSS_SHORT: 'mark'
  STOP_LOSS_BEYOND_LIQUIDATION: 'liquidation'
  SPREAD_TOO_WIDE: 'symbol'
  POSITION_NOT_FOUND: never
  STOPS_CHANGED: never
  POSITION_NOT_OPEN: never
  MARKET_SESSION_CLOSED: 'symbol'
  MARGIN_CURRENCY: 'currency'
  PRICE_MOVED: 'price'
  POSITION_LIMIT: 'maximum' | 'currency' | 'symbol' | 'lots'
  OPEN_INTEREST_LIMIT: 'symbol' | 'lots'
  EXPOSURE_LIMIT: 'symbol'
  CONTRACT_BREAKER: 'symbol' | 'minutes'
  TOO_MANY_POSITIONS: 'maximum'
  OPTION_PERIOD_UNKNOWN: 'allowed'
  COUNTRY_NOT_OFFERED: never
  RISK_NOT_ACCEPTED: never
  RISK_ANSWERS: never
  OPTION_EXCLUDED: 'until'
  OPTION_PAUSED: 'losses' | 'minutes'
  OPTION_TOO_MANY_OPEN: 'maximum'
  OPTION_TOO_MANY_TODAY: 'maximum'
  OPTION_LOSS_LIMIT: 'limit' | 'currency' | 'left'
  OPTION_LOSS_LIMIT_INVALID: 'minimum' | 'maximum' | 'currency'
  OPTION_EXCLUSION_INVALID: never
  OPTION_PAST_CLOSE: 'symbol'
  OPTION_BREAKER: 'symbol' | 'minutes'
  OPTION_CAPACITY: 'symbol'
  CONTRACTS_NOT_OFFERED: never
  COPY_RATIO_INVALID: 'minimum' | 'maximum'
  COPY_LIMITS_CROSSED: never
  COPY_AGREEMENT_REQUIRED: never
  COPY_AGREEMENT_CHANGED: never
  LEAD_NOT_FOUND: never
  LEAD_ALREADY: never
  LEAD_NOT_LEADING: never
  LEAD_NOT_UNDER_REVIEW: never
  LEAD_CANNOT_FOLLOW: never
  FOLLOWER_CANNOT_LEAD: never
  ALREADY_FOLLOWING: never
  TOO_MANY_RELATIONS: 'maximum'
  LEAD_FULL: 'maximum'
  LEAD_UNAVAILABLE: never
  RELATION_NOT_FOUND: never
  RELATION_ENDED: never
  POSITION_NOT_COPIED: never
  COPY_SHARE_NOT_COVERED: 'amount' | 'currency'
  LIABILITIES_NOTHING_OWED: never
  LIABILITIES_TOO_SOON: 'minutes'
  FIELDS_REQUIRED: never
  VERIFICATION_NAME_INVALID: never
  BIRTHDAY_INVALID: never
  VERIFICATION_UNDERAGE: 'minimum'
  ID_NUMBER_INVALID: never
  VERIFICATION_CONTACTS_REQUIRED: never
  VERIFICATION_BASIC_FIRST: never
  VERIFICATION_UNDER_REVIEW: never
  VERIFICATION_DONE: never
  VERIFICATION_DOCUMENT_USED: never
  VERIFICATION_PHOTO_UNKNOWN: never
  VERIFICATION_NOT_UNDER_REVIEW: never
  VERIFICATION_NOT_OPEN: never
  VERIFICATION_HELD: 'names' | 'hours'
  VERIFICATION_PHOTOS_UNSEEN: never
  VERIFICATION_COUNTRY_CLOSED: 'country'
  VERIFICATION_QUOTA: 'maximum'
  PAY_PASSWORD_UNSET: never
  PAY_PASSWORD_WRONG: 'left'
  PAY_PASSWORD_LOCKED: 'hours'
  WITHDRAWAL_CLOSED: 'currency' | 'network'
  WITHDRAWAL_NOT_OFFERED: 'currency'
  WITHDRAWAL_PAUSED: 'currency'
  WITHDRAWAL_HELD: 'hours'
  ADDRESS_NOT_SAVED: never
  ADDRESS_NEW: 'hours'
  ADDRESS_NOT_ALLOWED: never
  ADDRESS_SAVED_BEFORE: never
  ADDRESSES_TOO_MANY: 'maximum'
  QR_NONE: never
  QR_SEVERAL: never
  QR_OTHER_ADDRESS: never
  WITHDRAWAL_LIMIT: 'limit' | 'currency' | 'left'
  WITHDRAWALS_TOO_MANY: 'maximum'
  WITHDRAWAL_NOT_CANCELABLE: never
  WITHDRAWAL_STATUS: never
  PREPARED_AT_ONCE: never
  WITHDRAWAL_TAKEN: 'name'
  WITHDRAWAL_NO_FUNDS: 'currency'
  PAYMENT_TOO_COSTLY: never
  CHAIN_UNAVAILABLE: never
  SIGNED_UNREADABLE: never
  SIGNED_DIFFERS: never
  SIGNATURE_WRONG: never
  SIGNED_NOT_TAKEN: 'reason'
  CONVERT_PAIR_UNKNOWN: 'from' | 'to'
  CONVERT_QUOTE_EXPIRED: never
  CONVERT_QUOTE_USED: never
  CONVERT_CUSTOMER_LIMIT: 'limit' | 'currency' | 'left'
  CONVERT_LIMIT: 'currency'
  CARD_NUMBER_INVALID: never
  ABA_INVALID: never
  IBAN_INVALID: never
  SWIFT_CODE_INVALID: never
  CARD_PHONE_INVALID: never
  CARD_NAME_DIFFERS: never
  CARDS_TOO_MANY: 'maximum'
  CARD_SAVED_BEFORE: never
  ACCOUNT_FROZEN: never
  ACCOUNT_NOT_FROZEN: never
  CUSTOMER_FROZEN: never
  CUSTOMER_HELD: 'hours'
  RECOVERY_NOT_NEEDED: never
  RECOVERY_ID_WRONG: never
  RECOVERY_ID_NEEDED: never
  RECOVERY_ONLY_VERIFIED: never
  RECOVERY_PENDING: never
  RECOVERY_NOT_OPEN: never
  SALE_COIN_UNKNOWN: 'currency'
  SALE_QUOTE_EXPIRED: never
  SALE_QUOTE_USED: never
  SALE_CUSTOMER_LIMIT: 'limit' | 'currency' | 'left'
  SALE_LIMIT: never
  SALE_STATUS: never
  PAYMENT_TAKEN: 'name'
  CARD_REQUIRED: never
  CARD_NEW: 'hours'
  LEVERAGE_OVER_OWN: 'maximum'
  COPY_WITH_CEILING: never
  PAYEES_LOCKED: never
  OWN_LOSS_LIMIT: 'limit' | 'currency'
  NIGHT_LOCKED: 'until'
  OTC_COIN: 'currency'
  OTC_AMOUNTS: never
  OTC_MERCHANT_ONLY: never
  OTC_MERCHANT_STATUS: never
  OTC_APPLIED: never
  OTC_NAME_TAKEN: never
  OTC_TOO_MANY_OFFERS: 'maximum'
  OTC_OWN_OFFER: never
  OTC_OFFER_TAKEN: never
  OTC_OFFER_UNAVAILABLE: never
  OTC_PRICE_MOVED: 'price' | 'fiat'
  OTC_TOO_MANY_OPEN: 'maximum'
  OTC_TOO_MANY_UNPAID: 'maximum'
  OTC_OTHER_SIDE: never
  OTC_STATUS: never
  OTC_EXPIRED: never
  OTC_LATE_UNCOVERED: 'available' | 'currency'
  OTC_TOO_MANY_MESSAGES: 'maximum'
  LOAN_PENDING: never
  LOAN_OVERDUE: never
  LOAN_LIMIT: 'available' | 'currency'
  LOAN_UNAVAILABLE: never
  LOAN_NOT_FOUND: never
  LOAN_NONE: never
  LOAN_STATUS: never
  LOAN_REPAYMENT_TOO_LARGE: 'owed' | 'currency'
  EQUITY_OWED: 'owed' | 'left'
  IEO_CLOSED: never
  IEO_PRICE_DIFFERS: 'price' | 'currency'
  IEO_NOT_ALLOTTED: never
  NFT_NOT_FOR_SALE: never
  NFT_IS_YOURS: never
  NFT_PRICE_DIFFERS: 'price' | 'currency'
  NFT_MARGIN_PAID: never
  NFT_MARGIN_NEEDED: 'amount' | 'currency'
  NFT_LEADING: never
  NFT_BID_TOO_LOW: 'minimum' | 'currency'
  NFT_NOT_YOURS: never
  NFT_IN_AUCTION: never
  NFT_RESALE_TOO_EARLY: never
  NFT_ORDER_ENDED: never
  NFT_EXCLUDED: 'until'
  NFT_TOO_MANY_FAVOURITES: 'maximum'
  UPLOAD_NOT_MEDIA: never
  NFT_TOO_MANY_UNPAID: 'maximum' | 'days'
  BOX_CLOSED: never
  BOX_SOLD_OUT: never
  BOX_LIMIT: 'maximum'
  BOX_SEED_USED: never
  BOX_SEED_DIFFERS: never
  BOX_NOT_DRAWN: never
  BOX_PAID_BACK: never
  BOX_ITEM_TAKEN: 'name'
  SUPPORT_OPEN: never
  SUPPORT_CLOSED: never
  SUPPORT_TAKEN: never
  SUPPORT_OPERATOR: never
  SUPPORT_TOO_MANY_ANSWERS: 'maximum'
  MESSAGE_NAMES_ADDRESS: never
  ADJUSTMENT_ABOVE_BALANCE: 'available' | 'currency'
  ADJUSTMENT_ABOVE_SUSPENSE: 'left' | 'currency'
  ADJUSTMENT_CURRENCY_DIFFERS: 'currency'
  ADJUSTMENT_CUSTOMER_DELETED: never
  MESSAGES_TOO_MANY: 'maximum'
  CONTENT_INVALID: never
  CONTENT_NOT_WRITTEN: never
  CONTENT_NOT_PUBLISHED: never
  CONTENT_ANNOUNCES_TERMS: never
  DEMO_ACCOUNT: never
  ACCOUNT_NOT_EMPTY: 'things'
  EXPORT_NOT_CONFIRMED: never
  PERIOD_INVALID: 'maximum'
  COUPON_CODE_UNKNOWN: never
  COUPON_CLAIMED: never
  COUPON_NOT_USABLE: never
  COUPON_FUND_EMPTY: never
  GAME_ROUND_CLOSED: never
  APIKEY_NEEDS_FACTOR: never
  APIKEY_ADDRESS_INVALID: 'address'
  APIKEY_ADDRESSES_TOO_MANY: 'maximum'
  APIKEYS_TOO_MANY: 'maximum'
  PRACTICE_NOT_HERE: never
  PRACTICE_FILLED: never
  PRACTICE_ENOUGH: 'amount' | 'currency'
}
