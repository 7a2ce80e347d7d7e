// Written by scripts/texts.mjs from the English texts. Do not edit.

/** Every text of the documents, and the names of its parameters. */
export interface DocumentTexts {
  'documents.loan_title': never
  'documents.loan_is_application': never
  'documents.loan_parties': 'platform' | 'customer'
  'documents.loan_number': never
  'documents.loan_amount': never
  'documents.loan_days': never
  'documents.loan_days_value': 'days'
  'documents.loan_daily_rate': never
  'documents.loan_daily_rate_value': 'rate'
  'documents.loan_overdue_rate': never
  'documents.loan_total_interest': never
  'documents.loan_applied': never
  'documents.loan_paid_out': never
  'documents.loan_due': never
  'documents.loan_repaid': never
  'documents.loan_remaining': never
  'documents.loan_status': never
  'documents.loan_status_pending': never
  'documents.loan_status_issued': never
  'documents.loan_status_overdue': never
  'documents.loan_status_repaid': never
  'documents.loan_status_rejected': never
  'documents.loan_status_cancelled': never
  'documents.loan_none_yet': never
  'documents.loan_terms': never
  'documents.loan_clause_interest': 'rate' | 'currency'
  'documents.loan_clause_free': never
  'documents.loan_clause_not_free': never
  'documents.loan_clause_repay': never
  'documents.loan_clause_overdue': 'rate'
  'documents.loan_clause_score': 'onTime' | 'overdue' | 'day'
  'documents.loan_clause_leaving': never
  'documents.loan_clause_reminders': never
  'documents.loan_clause_collected': never
  'documents.loan_schedule': never
  'documents.loan_schedule_why': never
  'documents.loan_schedule_relative': never
  'documents.loan_col_day': never
  'documents.loan_col_from': never
  'documents.loan_col_interest': never
  'documents.loan_col_total': never
  'documents.loan_after_days': 'number'
  'documents.loan_free': never
  'documents.loan_repayments': never
  'documents.loan_col_at': never
  'documents.loan_col_amount': never
  'documents.loan_col_principal': never
  'documents.loan_col_interest_paid': never
  'documents.loan_col_overdue': never
  'documents.loan_col_outstanding': never
  'documents.loan_made': 'time'
  'documents.loan_page': 'page' | 'pages'
  'documents.statement_title': never
  'documents.statement_of': 'platform' | 'customer'
  'documents.statement_period': 'from' | 'to'
  'documents.statement_archived': 'from'
  'documents.statement_method': never
  'documents.statement_balances': never
  'documents.statement_summary': never
  'documents.statement_entries': never
  'documents.statement_entries_in_csv': 'number'
  'documents.statement_nothing': never
  'documents.statement_col_currency': never
  'documents.statement_col_opening': never
  'documents.statement_col_in': never
  'documents.statement_col_out': never
  'documents.statement_col_closing': never
  'documents.statement_col_kind': never
  'documents.statement_col_net': never
  'documents.statement_col_time': never
  'documents.statement_col_amount': never
  'documents.statement_total': never
  'documents.statement_made': 'time'
  'documents.statement_page': 'page' | 'pages'
  'documents.product_box': never
  'documents.product_contract': never
  'documents.product_convert': never
  'documents.product_copy': never
  'documents.product_coupon': never
  'documents.product_deposit': never
  'documents.product_dual': never
  'documents.product_earn': never
  'documents.product_ieo': never
  'documents.product_invite': never
  'documents.product_loan': never
  'documents.product_nft': never
  'documents.product_option': never
  'documents.product_otc': never
  'documents.product_sale': never
  'documents.product_spot': never
  'documents.product_treasury': never
  'documents.product_wallet': never
  'documents.product_withdrawal': never
}
