// Written by scripts/texts.mjs from the English texts. Do not edit.

/** Every text of the notices, and the names of its parameters. */
export interface NoticeTexts {
  'notices.unknown_title': never
  'notices.mail_ending': never
  'notices.title_user-sign-in': 'device'
  'notices.text_user-sign-in': 'ip'
  'notices.title_user-password': never
  'notices.text_user-password': never
  'notices.title_user-pay-password': never
  'notices.text_user-pay-password': never
  'notices.title_user-contact': never
  'notices.text_user-contact': 'contact'
  'notices.title_user-second-factor-on': never
  'notices.text_user-second-factor-on': never
  'notices.title_user-second-factor-off': never
  'notices.text_user-second-factor-off': never
  'notices.title_user-recovery-codes': never
  'notices.text_user-recovery-codes': never
  'notices.title_user-wallet-linked': never
  'notices.text_user-wallet-linked': 'address'
  'notices.title_user-wallet-unlinked': never
  'notices.text_user-wallet-unlinked': 'address'
  'notices.title_user-passkey-added': never
  'notices.text_user-passkey-added': 'name'
  'notices.title_user-passkey-removed': never
  'notices.text_user-passkey-removed': 'name'
  'notices.title_deposit-credited': never
  'notices.text_deposit-credited': 'reference' | 'amount' | 'currency'
  'notices.title_deposit-rejected': never
  'notices.text_deposit-rejected': 'reference' | 'why'
  'notices.title_earn-maturing_locked': never
  'notices.text_earn-maturing_locked': 'amount' | 'currency' | 'time'
  'notices.title_earn-maturing_quantization': never
  'notices.text_earn-maturing_quantization': 'amount' | 'currency' | 'time'
  'notices.title_earn-matured_locked': never
  'notices.text_earn-matured_locked': 'amount' | 'currency' | 'interest'
  'notices.title_earn-matured_quantization': never
  'notices.text_earn-matured_quantization': 'amount' | 'currency'
  'notices.title_earn-redeemed_locked': never
  'notices.text_earn-redeemed_locked': 'amount' | 'currency' | 'penalty'
  'notices.title_earn-redeemed_quantization': never
  'notices.title_earn-terms_locked': 'currency'
  'notices.text_earn-terms_locked': 'days' | 'rate'
  'notices.title_earn-terms_quantization': 'currency'
  'notices.text_earn-terms_quantization': 'rate'
  'notices.title_earn-maturing_mining': never
  'notices.text_earn-maturing_mining': 'amount' | 'currency' | 'time'
  'notices.title_earn-matured_mining': never
  'notices.text_earn-matured_mining': 'amount' | 'currency' | 'interest' | 'rewardCurrency'
  'notices.title_earn-redeemed_mining': never
  'notices.text_earn-redeemed_mining': 'amount' | 'currency' | 'penalty'
  'notices.title_earn-terms_mining': 'currency'
  'notices.text_earn-terms_mining': 'days' | 'rate' | 'currency'
  'notices.title_spot-fill_buy': 'symbol'
  'notices.title_spot-fill_sell': 'symbol'
  'notices.title_spot-fill_buy-part': 'symbol' | 'percent'
  'notices.title_spot-fill_sell-part': 'symbol' | 'percent'
  'notices.text_spot-fill_buy': 'quantity' | 'base' | 'price' | 'fee' | 'feeCurrency'
  'notices.text_spot-fill_sell': 'quantity' | 'base' | 'price' | 'fee' | 'feeCurrency'
  'notices.text_spot-fill_buy-part': 'quantity' | 'base' | 'price' | 'fee' | 'feeCurrency'
  'notices.text_spot-fill_sell-part': 'quantity' | 'base' | 'price' | 'fee' | 'feeCurrency'
  'notices.title_spot-stop_rests': 'symbol'
  'notices.title_spot-stop_price-band': 'symbol'
  'notices.title_spot-stop_no-liquidity': 'symbol'
  'notices.title_spot-stop_ended': 'symbol'
  'notices.text_spot-stop_rests': 'trigger' | 'quantity' | 'base' | 'price'
  'notices.text_spot-stop_price-band': 'trigger' | 'price'
  'notices.text_spot-stop_no-liquidity': 'trigger' | 'quantity' | 'base'
  'notices.text_spot-stop_ended': 'trigger'
  'notices.text_earn-redeemed_quantization': 'amount' | 'currency' | 'penalty'
  'notices.title_alert-reached_above': 'pair'
  'notices.title_alert-reached_below': 'pair'
  'notices.title_alert-reached_rise': 'pair' | 'percent'
  'notices.title_alert-reached_fall': 'pair' | 'percent'
  'notices.text_alert-reached_above': 'price' | 'target'
  'notices.text_alert-reached_below': 'price' | 'target'
  'notices.text_alert-reached_rise': 'price' | 'target'
  'notices.text_alert-reached_fall': 'price' | 'target'
  'notices.title_contract-position_opened': 'symbol'
  'notices.text_contract-position_opened': 'lots' | 'price'
  'notices.title_contract-position_margin-call': 'symbol'
  'notices.text_contract-position_margin-call': 'price'
  'notices.title_contract-position_take-profit': 'symbol'
  'notices.text_contract-position_take-profit': 'lots' | 'price' | 'amount' | 'currency'
  'notices.title_contract-position_stop-loss': 'symbol'
  'notices.text_contract-position_stop-loss': 'lots' | 'price' | 'amount' | 'currency'
  'notices.title_contract-position_liquidation': 'symbol'
  'notices.text_contract-position_liquidation': 'lots' | 'price' | 'amount' | 'currency'
  'notices.title_contract-position_lead': 'symbol'
  'notices.text_contract-position_lead': 'lots' | 'price' | 'amount' | 'currency'
  'notices.title_contract-position_copy-stop': 'symbol'
  'notices.text_contract-position_copy-stop': 'lots' | 'price' | 'amount' | 'currency'
  'notices.title_contract-position_exposure': 'symbol'
  'notices.text_contract-position_exposure': 'lots'
  'notices.title_contract-position_halted': 'symbol'
  'notices.text_contract-position_halted': 'symbol' | 'lots'
  'notices.title_contract-position_own-limits': 'symbol'
  'notices.text_contract-position_own-limits': 'lots'
  'notices.title_option-result_won': 'symbol'
  'notices.text_option-result_won': 'entry' | 'exit' | 'amount' | 'currency'
  'notices.title_option-result_lost': 'symbol'
  'notices.text_option-result_lost': 'entry' | 'exit' | 'amount' | 'currency'
  'notices.title_option-result_tie': 'symbol'
  'notices.text_option-result_tie': 'entry' | 'amount' | 'currency'
  'notices.title_option-result_void': 'symbol'
  'notices.text_option-result_void': 'amount' | 'currency'
  'notices.title_copy-relation_stop-loss': 'nickname'
  'notices.text_copy-relation_stop-loss': 'amount' | 'currency'
  'notices.title_copy-relation_lead-stopped': 'nickname'
  'notices.text_copy-relation_lead-stopped': 'amount' | 'currency'
  'notices.title_copy-lead_accepted': never
  'notices.text_copy-lead_accepted': never
  'notices.title_copy-lead_refused': never
  'notices.text_copy-lead_refused': 'why'
  'notices.title_copy-lead_stopped': never
  'notices.text_copy-lead_stopped': 'why'
  'notices.title_copy-day': 'nickname'
  'notices.text_copy-day': 'date' | 'opened' | 'closed' | 'skipped'
  'notices.title_verification-decided_basic-verified': never
  'notices.text_verification-decided_basic-verified': never
  'notices.title_verification-decided_basic-rejected': never
  'notices.text_verification-decided_basic-rejected': never
  'notices.title_verification-decided_advanced-verified': never
  'notices.text_verification-decided_advanced-verified': never
  'notices.title_verification-decided_advanced-rejected': never
  'notices.text_verification-decided_advanced-rejected': never
  'notices.title_verification-erased': never
  'notices.text_verification-erased': never
  'notices.title_withdrawal-requested': never
  'notices.text_withdrawal-requested': 'reference' | 'amount' | 'currency'
  'notices.title_withdrawal-done': never
  'notices.text_withdrawal-done': 'reference' | 'amount' | 'currency'
  'notices.title_withdrawal-paid': never
  'notices.text_withdrawal-paid': 'reference' | 'amount' | 'currency' | 'card'
  'notices.title_withdrawal-rejected': never
  'notices.text_withdrawal-rejected': 'reference' | 'why'
  'notices.title_withdrawal-failed': never
  'notices.text_withdrawal-failed': 'reference'
  'notices.title_withdrawal-address': never
  'notices.text_withdrawal-address': 'address' | 'network'
  'notices.title_card-saved': never
  'notices.text_card-saved': 'card'
  'notices.title_apikey-added': never
  'notices.text_apikey-added': 'label'
  'notices.title_apikey-removed': never
  'notices.text_apikey-removed': 'label'
  'notices.title_user-mail-phrase-set': never
  'notices.text_user-mail-phrase-set': never
  'notices.title_user-mail-phrase-removed': never
  'notices.text_user-mail-phrase-removed': never
  'notices.title_user-frozen': never
  'notices.text_user-frozen': never
  'notices.title_user-unfrozen': never
  'notices.text_user-unfrozen': never
  'notices.title_user-recovery-asked': never
  'notices.text_user-recovery-asked': never
  'notices.title_user-recovery-asked-long': never
  'notices.text_user-recovery-asked-long': never
  'notices.title_user-recovery-refused': never
  'notices.text_user-recovery-refused': never
  'notices.title_user-recovery-cancelled': never
  'notices.text_user-recovery-cancelled': never
  'notices.title_user-recovery-done': never
  'notices.text_user-recovery-done': never
  'notices.title_sale-placed': never
  'notices.text_sale-placed': 'reference' | 'amount' | 'currency'
  'notices.title_sale-paid': never
  'notices.text_sale-paid': 'reference' | 'amount' | 'currency' | 'card'
  'notices.title_sale-returned': never
  'notices.text_sale-returned': 'reference' | 'why'
  'notices.title_user-rail-loosened': never
  'notices.text_user-rail-loosened': never
  'notices.title_otc-placed': never
  'notices.text_otc-placed': 'reference' | 'amount' | 'currency'
  'notices.title_otc-paid': never
  'notices.text_otc-paid': 'reference' | 'amount' | 'currency'
  'notices.title_otc-released': never
  'notices.text_otc-released': 'reference' | 'amount' | 'currency'
  'notices.title_otc-returned': never
  'notices.text_otc-returned': 'reference' | 'amount' | 'currency'
  'notices.title_otc-disputed': never
  'notices.text_otc-disputed': 'reference'
  'notices.title_otc-merchant': never
  'notices.text_otc-merchant': never
  'notices.title_otc-merchant-refused': never
  'notices.text_otc-merchant-refused': 'why'
  'notices.title_dual-settled_above': 'symbol'
  'notices.text_dual-settled_above': 'price' | 'strike' | 'amount' | 'currency'
  'notices.title_dual-settled_below': 'symbol'
  'notices.text_dual-settled_below': 'price' | 'strike' | 'amount' | 'currency'
  'notices.title_dual-settled_unpriced': 'symbol'
  'notices.text_dual-settled_unpriced': 'amount' | 'currency'
  'notices.title_dual-postponed': 'symbol'
  'notices.text_dual-postponed': 'time'
  'notices.title_loan-issued': never
  'notices.text_loan-issued': 'reference' | 'amount' | 'currency' | 'time'
  'notices.title_loan-rejected': never
  'notices.text_loan-rejected': 'reference' | 'why'
  'notices.title_loan-due_3': never
  'notices.text_loan-due_3': 'amount' | 'currency' | 'reference' | 'time'
  'notices.title_loan-due_1': never
  'notices.text_loan-due_1': 'amount' | 'currency' | 'reference' | 'time'
  'notices.title_loan-due_0': never
  'notices.text_loan-due_0': 'amount' | 'currency' | 'reference' | 'time'
  'notices.title_loan-overdue': never
  'notices.text_loan-overdue': 'reference' | 'amount' | 'currency' | 'rate'
  'notices.title_loan-repaid': never
  'notices.text_loan-repaid': 'reference' | 'amount' | 'currency'
  'notices.title_ieo-allotted_some': 'currency'
  'notices.text_ieo-allotted_some': 'quantity' | 'currency' | 'refund'
  'notices.title_ieo-allotted_none': 'currency'
  'notices.text_ieo-allotted_none': 'quantity' | 'currency' | 'refund'
  'notices.title_ieo-unlocked': 'currency'
  'notices.text_ieo-unlocked': 'quantity' | 'currency'
  'notices.title_ieo-failed_soft-cap': 'currency'
  'notices.text_ieo-failed_soft-cap': 'refund'
  'notices.title_ieo-failed_unlisted': 'currency'
  'notices.text_ieo-failed_unlisted': 'refund'
  'notices.title_ieo-failed_cancelled': 'currency'
  'notices.text_ieo-failed_cancelled': 'refund'
  'notices.title_nft-outbid': 'title'
  'notices.text_nft-outbid': 'amount' | 'currency'
  'notices.title_nft-reopened': 'title'
  'notices.text_nft-reopened': 'time'
  'notices.title_nft-won': 'title'
  'notices.text_nft-won': 'amount' | 'currency'
  'notices.title_nft-lost': 'title'
  'notices.text_nft-lost': 'amount' | 'currency'
  'notices.title_nft-sold': 'title'
  'notices.text_nft-sold': 'amount' | 'currency'
  'notices.title_nft-unsold': 'title'
  'notices.text_nft-unsold': 'amount' | 'currency'
  'notices.title_nft-royalty': 'title'
  'notices.text_nft-royalty': 'title' | 'amount' | 'currency'
  'notices.title_nft-forfeited_buyer': 'title'
  'notices.text_nft-forfeited_buyer': 'amount' | 'currency'
  'notices.title_nft-forfeited_barred': 'title'
  'notices.text_nft-forfeited_barred': 'amount' | 'currency'
  'notices.title_nft-forfeited_seller': 'title'
  'notices.text_nft-forfeited_seller': 'amount' | 'currency'
  'notices.title_nft-cancelled_seller': 'title'
  'notices.text_nft-cancelled_seller': 'amount' | 'currency'
  'notices.title_nft-cancelled-sale_seller': 'title'
  'notices.text_nft-cancelled-sale_seller': 'amount' | 'currency'
  'notices.title_nft-cancelled_winner': 'title'
  'notices.text_nft-cancelled_winner': 'amount' | 'currency'
  'notices.title_nft-cancelled-sale_winner': 'title'
  'notices.text_nft-cancelled-sale_winner': 'amount' | 'currency'
  'notices.title_nft-cancelled_operators': 'title'
  'notices.text_nft-cancelled_operators': 'amount' | 'currency'
  'notices.title_nft-cancelled-sale_operators': 'title'
  'notices.text_nft-cancelled-sale_operators': 'amount' | 'currency'
  'notices.title_box-refunded_no-tick': 'number' | 'name'
  'notices.text_box-refunded_no-tick': 'refund' | 'currency'
  'notices.title_box-refunded_not-revealed': 'number' | 'name'
  'notices.text_box-refunded_not-revealed': 'refund' | 'currency'
  'notices.title_box-opened': 'number' | 'name'
  'notices.text_box-opened': 'item'
  'notices.title_support-answer': never
  'notices.text_support-answer': 'reference'
  'notices.title_support-message': 'title'
  'notices.text_support-message': 'text'
  'notices.title_adjustment_take': never
  'notices.text_adjustment_take': 'amount' | 'currency' | 'reference' | 'reason'
  'notices.title_adjustment_give': never
  'notices.text_adjustment_give': 'amount' | 'currency' | 'reference' | 'reason'
  'notices.title_adjustment_given': never
  'notices.text_adjustment_given': 'amount' | 'currency' | 'reference' | 'reason'
  'notices.title_adjustment_return': never
  'notices.text_adjustment_return': 'amount' | 'currency' | 'reference' | 'reason'
  'notices.title_invite-paid': never
  'notices.text_invite-paid': 'value'
  'notices.title_user-data-exported': never
  'notices.text_user-data-exported': never
  'notices.title_user-deletion-asked': never
  'notices.text_user-deletion-asked': never
  'notices.title_user-deletion-cancelled': never
  'notices.text_user-deletion-cancelled': never
  'notices.title_user-deletion-stopped': never
  'notices.text_user-deletion-stopped': never
  'notices.title_user-deletion-done': never
  'notices.text_user-deletion-done': never
  'notices.title_coupon-given': never
  'notices.text_coupon-given': 'date'
  'notices.title_coupon-ends': never
  'notices.text_coupon-ends': 'date'
  'notices.title_coupon-paid': never
  'notices.text_coupon-paid': 'amount' | 'currency'
}
