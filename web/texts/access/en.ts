/** Signing in, opening an account, codes and passwords. */
export const en = {
  promise: 'The exchange you can check.',
  contact: 'Email or mobile',
  email: 'Email',
  mobile: 'Mobile',
  mobile_number: 'Mobile number',
  country: 'Country or region',
  country_is: 'Country {country}, +{code}: change',
  search_country: 'Name or code',
  no_country: 'No country with this name or code',
  password: 'Password',
  old_password: 'Current password',
  new_password: 'New password',
  repeat_password: 'Repeat the password',
  passwords_differ: 'Passwords do not match',
  password_rule: 'A password needs',
  rule_length: '6 characters or more',
  rule_letter: 'a letter',
  rule_digit: 'a digit',
  rule_plain: 'only letters A–Z and digits',
  rule_kept: '(done)',
  needed: 'Please fill this in',
  forgot: 'Forgotten password',
  forgot_note: 'We send a code to your email or mobile. Setting a new password signs you out everywhere.',
  create_account: 'Create account',
  have_account: 'Already have an account?',
  try_demo: 'Try it with play money',
  try_demo_note: 'No account needed',
  code: 'Code of six digits',
  send_code: 'Send code',
  send_again: 'Send again',
  wait: 'Another code in {seconds} s',
  code_sent: 'A code is on its way to {contact}.',
  code_sent_if: 'If {contact} has an account, a code is on its way.',
  invite_code: 'Invite code',
  optional: 'Optional',
  registered: 'Registration successful',
  change_password: 'Change password',
  change_password_note: 'All other devices are signed out.',
  save_password: 'Save password',
  password_changed: 'Password changed',
} as const

declare module '../areas.ts' {
  interface Areas {
    access: typeof en
  }
}
