/** The customer’s own data and what guards the account. */
export const en = {
  title: 'Personal information',
  change_picture: 'Change picture',
  copy_uid: 'Copy UID',
  copied: 'Copied',
  nickname: 'Nickname',
  nickname_note: '2 to 10 letters or digits.',
  signature: 'Signature',
  signature_note: '2 to 30 characters, beside your name where others see it.',
  not_set: 'Not set',
  customer_since: 'Customer since',
  save: 'Save',
  security: 'Security',
  login_password: 'Login password',
  change: 'Change',
  add: 'Add',
  bind_email: 'Email',
  bind_mobile: 'Mobile number',
  bind_note: 'We send a code to it. Your password confirms the change.',
  contact_saved: 'Saved',
  sessions: 'Where you are signed in',
  this_device: 'This device',
  end_session: 'Sign out',
  end_session_of: 'Sign out {device}',
  end_all: 'Sign out all other devices',
} as const

declare module '../areas.ts' {
  interface Areas {
    profile: typeof en
  }
}
