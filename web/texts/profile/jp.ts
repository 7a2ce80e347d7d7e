import type { Translation } from '../areas.ts'
import type { en } from './en.ts'

export const jp: Translation<typeof en> = {
  title: '個人情報',
  change_picture: '画像を変更',
  copy_uid: 'UIDをコピー',
  copied: 'コピーしました',
  nickname: 'ニックネーム',
  nickname_note: '2～10文字の文字または数字。',
  signature: 'ひとこと',
  signature_note: '2～30文字。ほかの人に表示される名前の横に出ます。',
  not_set: '未設定',
  customer_since: '登録日',
  save: '保存',
  security: 'セキュリティ',
  login_password: 'ログインパスワード',
  change: '変更',
  add: '追加',
  bind_email: 'メールアドレス',
  bind_mobile: '携帯番号',
  bind_note: 'そこへコードを送ります。パスワードで変更を確認します。',
  contact_saved: '保存しました',
  sessions: 'ログイン中の端末',
  this_device: 'この端末',
  end_session: 'ログアウト',
  end_session_of: '{device} をログアウト',
  end_all: 'ほかの端末をすべてログアウト',
}
