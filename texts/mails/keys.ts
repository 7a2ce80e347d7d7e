// Written by scripts/texts.mjs from the English texts. Do not edit.

/** Every text of the mails, and the names of its parameters. */
export interface MailTexts {
  'mails.code_subject': never
  'mails.code': 'purpose' | 'code'
  'mails.purpose_register': never
  'mails.purpose_forget': never
  'mails.purpose_login': never
  'mails.purpose_password': never
  'mails.purpose_pay-password': never
  'mails.purpose_withdraw': never
  'mails.purpose_email': never
  'mails.purpose_mobile': never
  'mails.no_account': never
  'mails.no_account_login': never
  'mails.warning': never
  'mails.notice_passwordChanged_subject': never
  'mails.notice_passwordChanged': never
  'mails.notice_contactChanged_subject': never
  'mails.notice_contactChanged': 'contact'
  'mails.notice_payPasswordChanged_subject': never
  'mails.notice_payPasswordChanged': never
  'mails.notice_secondFactorOn_subject': never
  'mails.notice_secondFactorOn': never
  'mails.notice_secondFactorOff_subject': never
  'mails.notice_secondFactorOff': never
  'mails.notice_recoveryCodesRenewed_subject': never
  'mails.notice_recoveryCodesRenewed': never
  'mails.notice_walletLinked_subject': never
  'mails.notice_walletLinked': 'address'
  'mails.notice_walletUnlinked_subject': never
  'mails.notice_walletUnlinked': 'address'
  'mails.notice_passkeyAdded_subject': never
  'mails.notice_passkeyAdded': 'name'
  'mails.notice_passkeyRemoved_subject': never
  'mails.notice_passkeyRemoved': 'name'
  'mails.phrase': 'phrase'
  'mails.notice_mailPhraseSet_subject': never
  'mails.notice_mailPhraseSet': never
  'mails.notice_mailPhraseRemoved_subject': never
  'mails.notice_mailPhraseRemoved': never
  'mails.purpose_unfreeze': never
  'mails.notice_accountFrozen_subject': never
  'mails.notice_accountFrozen': never
  'mails.notice_accountUnfrozen_subject': never
  'mails.notice_accountUnfrozen': never
  'mails.purpose_recover': never
  'mails.no_account_recover': never
  'mails.notice_recoveryAsked_subject': never
  'mails.notice_recoveryAsked': never
  'mails.notice_recoveryAskedLong_subject': never
  'mails.notice_recoveryAskedLong': never
  'mails.notice_recoveryRefused_subject': never
  'mails.notice_recoveryRefused': never
  'mails.notice_recoveryCancelled_subject': never
  'mails.notice_recoveryCancelled': never
  'mails.notice_recoveryDone_subject': never
  'mails.notice_recoveryDone': never
  'mails.notice_railLoosened_subject': never
  'mails.notice_railLoosened': never
}
