/**
 * What the columns are that hold a price, an outcome, a result or a payment, and all that the application may change.
 *
 * The test beside this holds them against the database: a new column with such a name, a new grant and a trigger that is
 * missing fail until they stand here as what they are.
 *
 * - `added`: written with its row, and never again by anybody.
 * - `once`: empty at first, and what it has then stays; a sum only grows, with what it is the sum of. Whoever writes.
 * - `counted`: computed anew by the one writer of its table, which shows its fencing token.
 * - `own`: what a customer chose for themselves: a limit, a size, a share they ask for.
 * - `terms`: proposed by one operator and approved by another, for what is ordered from then on.
 * - `derived`: computed from the tape, the ledger or a chain, and again whenever somebody asks.
 * - `ledger`: moved by the owner's functions alone.
 * - `other`: may change, and decides no price, outcome or payment.
 */
export const kinds = ['added', 'once', 'counted', 'own', 'terms', 'derived', 'ledger', 'other'] as const
export type Kind = (typeof kinds)[number]

/** The columns of each table by what they are, with spaces between. */
export const columns: Readonly<Record<string, Readonly<Partial<Record<Kind, string>>>>> = {
  // Contracts and their copies.
  contract_position: {
    own: 'leverage lots limit_price take_profit stop_loss',
    added: 'fee_bps financing_bps maintenance_bps margin_call_bps',
    once: 'entry_price entry_sequence spread conversion_mark conversion_sequence initial_margin opened_at close_price close_sequence realized_pnl fee financing',
    counted:
      'open_lots status reason margin maintenance liquidation_price triggers_sequence financed_day margin_call_sequence margin_calls closed_at updated_at',
  },
  contract_change: {
    added:
      'reason price conversion_mark amount fee shortfall margin take_profit stop_loss liquidation_price lots',
  },
  contract_progress: { counted: 'sequence ticks' },
  // The same of practice, which is no money.
  practice_position: {
    own: 'leverage lots limit_price take_profit stop_loss',
    added: 'fee_bps financing_bps maintenance_bps margin_call_bps',
    once: 'entry_price entry_sequence spread conversion_mark conversion_sequence initial_margin opened_at close_price close_sequence realized_pnl fee financing',
    counted:
      'open_lots status reason margin maintenance liquidation_price triggers_sequence financed_day margin_call_sequence margin_calls closed_at updated_at',
  },
  practice_change: {
    added:
      'reason price conversion_mark amount fee shortfall margin take_profit stop_loss liquidation_price lots',
  },
  practice_progress: { counted: 'sequence ticks' },
  practice_option_order: { own: 'stake', added: 'winnings payout_bps entry_after_ms' },
  practice_option_result: {
    added:
      'outcome reason entry_sequence entry_price entry_at exit_sequence exit_price exit_at losses settled_at',
  },
  practice_follow: {
    own: 'number mode max_trade max_total slippage_bps',
    other: 'ended_at end_reason is_paused is_kept',
  },
  practice_copy: { other: 'position_id reason', derived: 'lots take_profit stop_loss' },
  practice_account: { other: 'filled_at' },
  contract_month: { added: 'reason', derived: 'amount' },
  contract_month_progress: { other: 'transfer_id' },
  copy_record: {
    once: 'trades wins peak followers_ever followers_trades earned',
    counted:
      'profit fall peak_of_fall capital followers followers_profit followers_capital followers_sample assets reserved place updated_at',
  },
  copy_day: { counted: 'profit' },
  copy_terms: { terms: 'min_amount max_amount max_slippage_bps equity_bps max_share_bps' },
  copy_lead: {
    own: 'share_bps introduction applied_share_bps applied_introduction',
    other: 'status reason applied_at decided_at leading_since',
  },
  copy_lead_log: { added: 'reason' },
  copy_leading: { once: 'stopped_at' },
  copy_relation: {
    own: 'mode number max_trade max_total stop_loss slippage_bps status',
    added: 'share_bps',
    once: 'trades wins peak high_water_mark share_paid',
    counted:
      'profit fall peak_of_fall capital reserved next_share_at margin open_copies paused_by_night is_closing triggers_sequence end_reason ended_at updated_at',
  },
  copy_position: { counted: 'is_following has_own_stops' },
  copy_outcome: { added: 'result reason price slippage_bps limited_by lots minimum_lots' },
  copy_event: { added: 'reason amount' },
  // Seconds options.
  option_order: { own: 'stake', added: 'winnings payout_bps entry_after_ms' },
  option_result: {
    added:
      'outcome reason entry_sequence entry_price entry_at exit_sequence exit_price exit_at losses settled_at',
  },
  contract_terms: {
    terms:
      'leverages fee_bps financing_bps maintenance_bps margin_call_bps collar_bps slippage_bps stress_bps max_position max_open_interest',
  },
  option_terms: { terms: 'minimum maximum max_open loss_limit exposure_bps' },
  option_period: { terms: 'payout_bps' },
  option_choice: { own: 'amount' },
  option_outcome_month: { added: 'stake_size', derived: 'won lost tie void stakes' },
  option_outcome_progress: { other: 'result_id' },
  // Spot.
  spot_order: {
    own: 'price quantity trigger_price sibling_price take_profit stop_loss',
    added: 'maker_fee_bps taker_fee_bps',
    once: 'trigger_sequence triggered_at_price filled notional fee',
    counted: 'status reason tape_sequence priority updated_at',
  },
  spot_trade: { added: 'price quantity maker_fee taker_fee' },
  spot_amendment: {
    own: 'price quantity trigger_price',
    added: 'previous_price previous_quantity previous_trigger_price',
  },
  spot_trigger_progress: { counted: 'sequence' },
  price_alert: { own: 'from_price percent' },
  // The tape, and what is made of it.
  tape_segment: { added: 'ticks' },
  tape_chains: { counted: 'sequence chains' },
  candle: { derived: 'open open_at high low close volume' },
  candle_progress: { other: 'sequence through' },
  instrument: { terms: 'reference_price', other: 'terms_version' },
  instrument_terms: { terms: 'min_notional maker_fee_bps taker_fee_bps resting_band_bps' },
  // The ledger.
  account: { ledger: 'balance last_transfer version' },
  transfer: { ledger: 'amount reason debit credit' },
  entry: { ledger: 'amount balance' },
  hold: { ledger: 'amount remaining' },
  ledger_base: { ledger: 'balance' },
  ledger_mark: { ledger: 'balance' },
  ledger_rollup_account: { ledger: 'opening debits credits closing' },
  // Money between cells: which state may follow which is the trigger's of the table to say, and what came is never changed.
  cell_counter: { other: 'last_number' },
  cell_sent: { added: 'amount', other: 'state refusal attempts due_at ended_at' },
  cell_received: { added: 'amount outcome' },
  cell_fund: { added: 'amount' },
  customer_result: { derived: 'net has_ended' },
  customer_result_progress: { other: 'transfer_id' },
  copy_result_progress: { other: 'transfer_id' },
  // Savings and deposits.
  earn_product: {
    terms: 'notice_hours daily_rate penalty_rate minimum maximum cap tag status terms_version updated_at',
    derived: 'subscribed earned unearned active',
  },
  earn_subscription: {
    added: 'principal daily_rate penalty_rate interest_per_day paid_daily',
    once: 'interest_paid penalty refund',
    other: 'status ends_at notice_at days_covered days_earned next_due_at ended_at reminded_at',
  },
  earn_accrual: { added: 'amount' },
  // Dual investments: what is agreed is added; an average is of the tape, written once.
  dual_template: { added: 'maximum' },
  dual_ladder: { added: 'price' },
  dual_product: {
    added: 'yield_rate maximum',
    terms: 'status updated_at',
    derived: 'sold active principal escrow_own escrow_other',
  },
  dual_order: { added: 'yield_rate', other: 'status due_at ended_at' },
  dual_fixing: { added: 'price ticks' },
  // New-coin sales: terms until somebody orders; what an order was allotted is written once.
  ieo_project: {
    terms:
      'code name tagline colour decimals price exchange_supply subscription_supply max_exchange quota soft_cap opens_at ends_at lists_at lock_days is_open received payment updated_at',
    derived: 'sold subscribed subscriptions allotted left_over',
    other: 'status failure is_issued listed_at unlocks_at',
  },
  ieo_order: {
    added: 'quantity price',
    derived: 'allotted position whole remainder rank',
    other: 'status ended_at',
  },
  // Blind boxes: what is promised is added; what is drawn is written once, and its state goes forward.
  box_series: {
    added: 'price inventory commitment',
    terms: 'is_open closed_at',
    derived: 'issued drawn refunded decided_head',
    other: 'status updated_at',
  },
  box_item: { once: 'drawn_in' },
  box: {
    added: 'price',
    once: 'secret seal_sequence seal_tick place drawn_at',
    other: 'state failure ended_at',
  },
  // Loans: what is agreed is added; what is owed of it falls by repayments, which are added.
  // Artworks: an owner’s price is the owner’s, the platform’s is proposed; what was bid and paid stays.
  nft_media: { other: 'published_at hidden_at' },
  nft_artist: { other: 'name bio portrait customer_id status updated_at' },
  nft_collection: { other: 'name description cover updated_at' },
  nft_artwork: {
    added: 'royalty_bps',
    own: 'price',
    derived: 'is_open',
    // Who has it changes by its history alone: see the trigger of the table.
    other:
      'owner_id owned_since history_id is_sold offer opens_at ends_at closed_at auction_id is_boxed favourites',
  },
  nft_auction: {
    added: 'start_price margin',
    // What may follow which, and that bids only rise, is the trigger's of the table to say.
    other:
      'planned_end ends_at status highest leader_id bids bidders awaits_until cancelled over_at is_settled',
  },
  nft_bid: { added: 'price' },
  nft_margin: { added: 'amount', own: 'bid', other: 'status ended_at' },
  nft_order: { added: 'margin_id price fee margin', other: 'status ended_at cancelled read_at' },
  nft_history: { added: 'price' },
  loan_terms: { added: 'daily_rate overdue_rate minimum maximum max_outstanding' },
  loan_customer: { derived: 'customer_id score' },
  loan: {
    added: 'amount daily_rate overdue_rate',
    derived: 'outstanding interest overdue_interest interest_paid overdue_interest_paid',
    other:
      'status paid_out_at due_at has_free_day charged_days overdue_days reminded maker checker why ended_at',
  },
  // Commission: of fees that were paid; what of it is paid is decided once.
  invite_commission: {
    added: 'earned_on fees amount',
    once: 'paid paid_value',
    other: 'status why decided_at',
  },
  invite_day: { other: 'after_customer is_counted' },
  // Coupons: their terms never change, and what one pays follows from them.
  coupon_campaign: {
    added: 'share_bps quantity daily_rate',
    other: 'spent claimed is_stopped',
  },
  coupon: { derived: 'paid', other: 'status reminded_at looked_at' },
  coupon_use: { added: 'amount fee fee_currency principal', other: 'status due_at decided_at' },
  // The price game: points are no money, and follow from the tape.
  game_round: {
    once: 'price sequence tick_at after_sequence guesses decided_at',
    other: 'status',
  },
  game_guess: { own: 'price placed_at', once: 'points' },
  game_score: { derived: 'points rounds' },
  game_player: { own: 'is_listed', other: 'is_hidden updated_at' },
  loan_repayment: { added: 'interest overdue_interest outstanding' },
  // What customers and the service write to each other; a message itself never changes.
  support_chat: {
    other: 'messages read answered answered_at noticed unread_answers unread_questions',
  },
  support_conversation: {
    own: 'stars comment',
    other: 'status operator_id first_answer_at closed_at',
  },
  support_answer: { other: 'title language text operator_id updated_at removed_at' },
  earn_quote: { added: 'interest penalty refund', other: 'used_at' },
  convert_terms: { terms: 'fee_bps minimum maximum max_per_customer max_exposure' },
  // A customer's next quote takes the row of the one before; at what was converted stands in the conversion.
  convert_quote: {
    own: 'amount',
    derived: 'fee received value legs fee_bps',
    other: 'id from_currency to_currency terms_version valid_until',
  },
  conversion: { own: 'amount', added: 'fee received value legs fee_bps' },
  // By two operators, as the trigger of the table compares; never again by anybody.
  adjustment: { added: 'amount reason take' },
  country_switch: { terms: 'is_open', added: 'reason' },
  tier_limits: { terms: 'withdrawal_basic withdrawal_advanced otc_basic otc_advanced' },
  sale_terms: {
    terms: 'fee_bps minimum_fee international_fee_bps international_minimum_fee minimum max_per_customer',
  },
  // As of a conversion: the next quote takes the row, and what was sold stands in the sale.
  sale_quote: {
    own: 'amount',
    derived: 'fee received value tick fee_bps minimum_fee',
    other: 'id card_id card_kind currency terms_version valid_until',
  },
  // What may follow which is the trigger's of the table to say.
  sale: {
    own: 'amount',
    added: 'fee received value tick fee_bps minimum_fee',
    other:
      'status card card_fingerprint hold_id payout_hold_id started_by started_at taken_at maker checker bank_reference why ended_at',
  },
  // What may follow which is the trigger's of the table to say.
  otc_order: {
    own: 'amount',
    added: 'total price margin_bps ticks value account_digits',
    other:
      'status account hold_id paid_at payer_name payer_name_same disputed_at disputed_by dispute_reason evidence ended_at outcome decided_maker decided_checker why',
  },
  otc_late: {
    other: 'outcome from_offer decided_maker decided_checker why ended_at',
    added: 'reason',
  },
  // A merchant's, or the platform's by two operators; what is left of it follows its orders.
  otc_offer: {
    own: 'price margin_bps minimum maximum',
    other: 'remaining hold_id closed_at',
  },
  otc_merchant: { other: 'name introduction status reason applied_at decided_at' },
  otc_merchant_log: { added: 'reason' },
  otc_lock: { other: 'requests' },
  deposit_request: {
    own: 'claimed',
    once: 'credited',
    // Of the sender no more than erasing: see the trigger of the table.
    other:
      'status tx_reference maker checker decided_by rejection decided_at output_index details image image_sha256 erased_at',
  },
  incoming_payment: { added: 'credited_as amount' },
  // What a chain says may change until it is credited: see the trigger of the table.
  chain_deposit: {
    derived: 'on_chain amount',
    other: 'customer_id currency network address confirmations_needed status height decided_at left_at',
  },
  chain_key: { other: 'next_index' },
  // What may follow which is the trigger's of the table to say.
  withdrawal: {
    own: 'amount',
    added: 'fee value',
    other:
      'status hold_id maker checker approved_at txid output_index confirmations sent_at ended_at ended_by rejection card card_fingerprint paying_by paying_at',
  },
  withdrawal_terms: { terms: 'fee fee_bps minimum' },
  network_terms: { terms: 'confirmations minimum' },
  network_switch: { added: 'is_open' },
  withdrawal_address: { other: 'removed_at' },
  // What was found on chains, beside what the ledger makes of it: compared, and used for nothing.
  reserves_look: {
    added: 'on_deposit on_payer on_cold arrived by_hand funded paid fees under_way fees_unknown booked',
  },
  reserves_look_address: { added: 'amount' },
  reserves_fee: { added: 'amount' },
  reserves_silence: { other: 'error' },
  withdrawal_transaction: {
    added: 'most_network_fee',
    other: 'signed signed_by signed_at looked_through looked_hash other_txid network_fee',
  },
  withdrawal_voiding: { added: 'most_network_fee', other: 'signed signed_by signed_at txid' },
  // Removed, and what is said of it erased; the trigger of the table refuses anything else.
  card: { other: 'details fingerprint removed_at' },
  withdrawal_lock: { other: 'requests' },
  pay_password_try: { other: 'wrong locked_until' },
  deposit_address: { terms: 'minimum' },
  deposit_lock: { other: 'requests' },
  proposal: { added: 'reason', other: 'status checker decision decided_at' },
  // What the site says: texts and versions are added alone, and an item names the version that is read.
  content_item: { other: 'category is_pop_up place version_id published_at' },
  content_rating: { own: 'is_helpful' },
  // Who there is, and what they are told.
  customer: {
    other:
      'email mobile password_hash pay_password_hash nickname signature portrait language security_changed_at country tier',
  },
  second_factor: {
    other: 'totp_sealed totp_step created_at enabled_at failures blocked_until',
  },
  account_freeze: { other: 'lifted_at' },
  account_recovery: { other: 'status maker checker ended_at' },
  account_deletion: { other: 'status erased_from ended_at' },
  data_export: { other: 'taken_at' },
  mail_phrase: { other: 'phrase_sealed set_at' },
  recovery_code: { other: 'used_at' },
  trusted_device: { other: 'trusted_at' },
  replaced_contact: { other: 'replaced_at' },
  passkey: { other: 'counter used_at' },
  api_key: { other: 'secret last_used_at last_used_ip removed_at' },
  exchange_leverage: { own: 'leverage' },
  exchange_order: { own: 'client_id created_at' },
  customer_session: { other: 'last_seen_at revoked_at signed_out proven_at' },
  contact_code: {
    other: 'contact purpose salt code_hash tries_left expires_at sent_at day sent_in_day requester',
  },
  verification_case: { other: 'status details refusals maker checker sealed_until decided_at' },
  verification_photo: { other: 'state' },
  verification_draft: { other: 'details saved_at' },
  verification_viewer: { other: 'views' },
  operator: { other: 'password_hash totp_sealed totp_step is_active roles setup_hash setup_until' },
  operator_session: { other: 'ended_at' },
  notice: { other: 'id version params is_final is_shown is_delivered is_told created_at read_at' },
  notice_broadcast: { other: 'after_customer' },
  notice_choice: { other: 'app mail push' },
  notice_position: { other: 'position' },
  notice_push_choice: { other: 'shows_amounts' },
  push_subscription: { other: 'customer_id session_id p256dh auth created_at' },
  watched_instrument: { own: 'place' },
  upload: { other: 'state' },
  // What runs.
  engine_lease: { other: 'holder address until' },
  engine_apart: { other: 'holder address until asked_of' },
  jobs_lease: { other: 'holder role until asked_of health' },
  fencing_token: { other: 'token' },
  idempotent_call: { other: 'answer' },
  listing: { other: 'version' },
  outbox: { other: 'id kind payload attempts due_at created_at sent_at failure' },
  process_lease: { other: 'number holder until' },
}

/** Tables whose rows the application may remove: nothing in them decided anything, or it can be computed again. */
export const removable: readonly string[] = [
  ...['api_key', 'exchange_leverage', 'practice_account', 'practice_follow', 'practice_copy'],
  ...[
    'candle',
    'contact_code',
    'content_rating',
    'convert_quote',
    'customer_session',
    'earn_quote',
    'game_guess',
    'game_player',
    'game_score',
    'exchange_closing',
    'exchange_order',
    'idempotent_call',
    'notice',
    'notice_broadcast',
  ],
  ...[
    'option_open',
    'practice_option_open',
    'outbox',
    'price_alert',
    // What was found on chains, after 90 days; and that a chain did not answer, once it does.
    'reserves_look',
    'reserves_silence',
    'process_lease',
    'push_subscription',
    'notice_choice',
    'notice_push_choice',
    'sale_quote',
    'upload',
    'watched_instrument',
  ],
  ...['mail_phrase', 'nft_favourite', 'nft_media', 'passkey', 'recovery_code', 'second_factor'],
  ...['sign_in_message', 'sign_in_wallet', 'trusted_device', 'replaced_contact'],
  ...['chain_block', 'liability_tree', 'verification_draft', 'verification_identity', 'verification_photo'],
]

/** What is written once without a fencing token: by jobs and by two operators, in the transaction that pays. */
export const withoutToken: readonly string[] = [
  ...['earn_subscription', 'deposit_request', 'invite_commission', 'box', 'box_item'],
  ...['game_round', 'game_guess'],
]

/** The tables that one writer alone writes, under its fencing token. */
export const writtenBy: Readonly<Record<string, string>> = {
  contract:
    'contract_position contract_change contract_progress copy_leading copy_relation copy_record copy_day copy_position copy_outcome copy_event',
  practice: 'practice_position practice_change practice_progress',
  option: 'option_order option_result option_open',
  'practice-option': 'practice_option_order practice_option_result practice_option_open',
  spot: 'spot_order spot_trade spot_amendment spot_trigger_progress',
  tape: 'tape_segment tape_node tape_chains tape_log',
}

/** The functions that run with the owner's rights: they alone write the ledger. */
export const ownersFunctions: readonly string[] = [
  ...['ledger_add_months', 'ledger_drop_months', 'ledger_hold', 'ledger_lock', 'ledger_post'],
  ...['ledger_settle_hold', 'ledger_sum_months', 'ledger_verify', 'tape_replace_by_pack'],
]

/** How columns, fields and settings are named that may hold a price, an outcome, a result or a payment. */
export const isTelling = (name: string): boolean => telling.test(inWords(name))
/** Names of powers that nobody has. */
export const isForbidden = (name: string): boolean => forbidden.test(inWords(name))

/** @example inWords('maxWinRate') // 'max_win_rate' */
const inWords = (name: string): string =>
  /[a-z]/.test(name) ? name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`) : name.toLowerCase()

const telling = new RegExp(
  [
    '(^|_)(price|mark|marks|fee|fees|won|lost|win|wins|odds|net|earned|open|high|low|close|rate)(_|$)',
    'outcome|result|reason|payout|winnings|pnl|profit|loss|interest|penalty|refund|credit|debit|entry_|exit_|bps|percent',
    'margin|spread|shortfall|stake|amount|balance|notional|filled|financing|maintenance|volume|ticks|minimum|maximum',
    'leverage|peak|quantity|periods',
  ].join('|'),
)
const forbidden = new RegExp(
  [
    'pre_?result|risk_?mode|win_?rate|house_?edge|override|manual|preset|bias|inject|(^|_)(forced?_|rigg|control(_|$))',
    '(fixed|set|edit|adjust|correct|move)_?(price|result|outcome|balance|tick)',
  ].join('|'),
)
