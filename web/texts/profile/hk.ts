import type { Translation } from '../areas.ts'
import type { en } from './en.ts'

export const hk: Translation<typeof en> = {
  title: '個人資料',
  change_picture: '更換頭像',
  copy_uid: '複製 UID',
  copied: '已複製',
  nickname: '暱稱',
  nickname_note: '2 至 10 個字母、漢字或數字。',
  signature: '個性簽名',
  signature_note: '2 至 30 個字元，顯示在他人可見的名字旁。',
  not_set: '未設定',
  customer_since: '註冊日期',
  save: '儲存',
  security: '安全',
  login_password: '登入密碼',
  change: '更改',
  add: '新增',
  bind_email: '綁定電郵',
  bind_mobile: '綁定手機',
  bind_note: '我們會向其發送驗證碼，並需密碼確認更改。',
  contact_saved: '已儲存',
  sessions: '已登入的裝置',
  this_device: '本裝置',
  end_session: '登出',
  end_session_of: '讓 {device} 登出',
  end_all: '登出其他所有裝置',
}
