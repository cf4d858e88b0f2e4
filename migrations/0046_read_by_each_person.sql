-- What each person has read of the notifications; what API keys have marked stays the firm's own state, and what clients
-- write gets one as well.

CREATE TABLE notification_reads (
    firm_id         text NOT NULL REFERENCES firms,
    notification_id text NOT NULL,
    user_id         text NOT NULL,
    read_at         timestamptz NOT NULL,
    PRIMARY KEY (firm_id, notification_id, user_id),
    FOREIGN KEY (firm_id, notification_id) REFERENCES notifications (firm_id, id) ON DELETE CASCADE,
    FOREIGN KEY (firm_id, user_id) REFERENCES users (firm_id, id) ON DELETE CASCADE
);
ALTER TABLE users ADD COLUMN notifications_read_until timestamptz;  -- null: until the account was made
ALTER TABLE communications ADD COLUMN read_at timestamptz;  -- when the firm's own programs marked it as read

-- Until now one person's mark was everybody's.
INSERT INTO notification_reads (firm_id, notification_id, user_id, read_at)
SELECT notifications.firm_id, notifications.id, users.id, notifications.read_at
FROM notifications JOIN users ON users.firm_id = notifications.firm_id AND users.status = 'active'
WHERE notifications.read_at IS NOT NULL;
