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
}
