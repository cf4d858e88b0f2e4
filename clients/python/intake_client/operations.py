"""The operations of the API and the types of what they take and return.

Made by `python -m clients.generate`; do not edit.
"""
# ruff: noqa

from typing import Any, Literal, NotRequired, TypedDict

from .transport import Transport

ActivityAuditEntry = TypedDict('ActivityAuditEntry', {
    'id': str,
    'at': str,
    'action': str,
    'summary': 'ActivitySummary',
    'actor': 'ActorOut',
    'record': 'RecordOut',
    'address': 'str | None',
})

ActivityPage = TypedDict('ActivityPage', {
    'data': 'list[ActivityAuditEntry]',
    'pagination': 'CursorPagination',
})

ActivitySummary = TypedDict('ActivitySummary', {
    'en': str,
    'es': str,
})

ActorOut = TypedDict('ActorOut', {
    'type': Literal['person', 'api_key', 'application', 'client', 'operator', 'system'],
    'id': 'str | None',
    'name': 'str | None',
})

Address = TypedDict('Address', {
    'line1': NotRequired['str | None'],
    'line2': NotRequired['str | None'],
    'city': NotRequired['str | None'],
    'state': NotRequired['str | None'],
    'zip': NotRequired['str | None'],
})

AddressOut = TypedDict('AddressOut', {
    'url': str,
})

AllRead = TypedDict('AllRead', {
    'marked': int,
})

AnswerChangeOut = TypedDict('AnswerChangeOut', {
    'question_id': str,
    'before': Any,
    'after': Any,
    'reason': 'str | None',
    'actor_type': Literal['person', 'api_key', 'application', 'client', 'operator', 'system'],
    'actor_id': 'str | None',
    'created_at': str,
})

AnswerIn = TypedDict('AnswerIn', {
    'answer': NotRequired['str | None'],
})

ApiKeyCreated = TypedDict('ApiKeyCreated', {
    'id': str,
    'name': str,
    'public_part': str,
    'scopes': 'list[str]',
    'expires_at': 'str | None',
    'last_used_at': 'str | None',
    'revoked_at': 'str | None',
    'created_at': str,
    'api_key': str,
})

ApiKeyIn = TypedDict('ApiKeyIn', {
    'name': str,
    'scopes': "list[Literal['matters:read', 'matters:write', 'clients:read', 'clients:write', 'documents:read', 'documents:write', 'webhooks:read', 'webhooks:write', 'firms:read', 'firms:write']]",
    'expires_at': NotRequired['str | None'],
    'id': NotRequired[Any],
    'public_part': NotRequired[Any],
    'api_key': NotRequired[Any],
    'last_used_at': NotRequired[Any],
    'revoked_at': NotRequired[Any],
    'created_at': NotRequired[Any],
})

ApiKeyOfUser = TypedDict('ApiKeyOfUser', {
    'id': str,
    'name': str,
})

ApiKeyRow = TypedDict('ApiKeyRow', {
    'id': str,
    'name': str,
    'public_part': str,
    'scopes': 'list[str]',
    'expires_at': 'str | None',
    'last_used_at': 'str | None',
    'revoked_at': 'str | None',
    'created_at': str,
})

Asked = TypedDict('Asked', {
    'url': 'str | None',
    'questions': 'list[str]',
})

AuditEntryRow = TypedDict('AuditEntryRow', {
    'id': str,
    'at': str,
    'action': str,
    'actor': 'ActorOut',
    'record': 'RecordOut',
    'address': 'str | None',
    'request_id': 'str | None',
    'details': dict[str, Any],
})

AuditPage = TypedDict('AuditPage', {
    'data': 'list[AuditEntryRow]',
    'pagination': 'CursorPagination',
})

BulkIn = TypedDict('BulkIn', {
    'ids': 'list[str]',
    'action': Literal['remind', 'assign', 'close', 'archive', 'reopen', 'send_link'],
    'assigned_attorney': NotRequired['str | None'],
})

BulkOutcome = TypedDict('BulkOutcome', {
    'id': str,
    'ok': bool,
    'error': NotRequired['BulkProblem'],
})

BulkProblem = TypedDict('BulkProblem', {
    'code': str,
    'message': str,
})

CampaignIn = TypedDict('CampaignIn', {
    'source': NotRequired['str | None'],
    'medium': NotRequired['str | None'],
    'name': NotRequired['str | None'],
    'term': NotRequired['str | None'],
    'content': NotRequired['str | None'],
})

CertificateFirm = TypedDict('CertificateFirm', {
    'id': str,
    'name': str,
})

CertificateOut = TypedDict('CertificateOut', {
    'version': int,
    'erasure_id': str,
    'firm': 'CertificateFirm',
    'kind': Literal['client', 'matter', 'document', 'lead', 'firm'],
    'record_id': str,
    'asked_by': 'str | None',
    'asked_at': str,
    'confirmed_by': 'str | None',
    'confirmed_at': str,
    'finished_at': str,
    'rows': dict[str, Any],
    'records': int,
    'records_sha256': str,
    'files': int,
    'bytes': int,
    'files_sha256': str,
    'elsewhere': dict[str, Any],
    'backups_kept_days': 'int | None',
})

Channels = TypedDict('Channels', {
    'email': NotRequired[bool],
    'sms': NotRequired[bool],
})

ChannelsOut = TypedDict('ChannelsOut', {
    'email': bool,
    'sms': bool,
})

ChecklistIn = TypedDict('ChecklistIn', {
    'template_id': str,
})

ChecklistOut = TypedDict('ChecklistOut', {
    'matter_id': str,
    'template_id': str,
    'intake_template_id': 'str | None',
    'added': 'list[DocumentOut]',
    'documents': 'list[DocumentOut]',
})

ClientCreated = TypedDict('ClientCreated', {
    'id': str,
    'first_name': str,
    'last_name': str,
    'email': 'str | None',
    'phone': 'str | None',
    'matters_count': int,
    'created_at': str,
    'date_of_birth': 'str | None',
    'address': 'dict[str, Any] | None',
    'notes': 'str | None',
    'contact_preferences': 'dict[str, Any] | None',
    'custom_fields': dict[str, Any],
    'updated_at': str,
})

ClientEvent = TypedDict('ClientEvent', {
    'id': str,
    'first_name': str,
    'last_name': str,
    'email': 'str | None',
    'phone': 'str | None',
    'matters_count': int,
    'created_at': str,
    'date_of_birth': 'str | None',
    'address': 'dict[str, Any] | None',
    'contact_preferences': 'dict[str, Any] | None',
    'custom_fields': dict[str, Any],
    'updated_at': str,
})

ClientIn = TypedDict('ClientIn', {
    'first_name': str,
    'last_name': str,
    'email': NotRequired['str | None'],
    'phone': NotRequired['str | None'],
    'date_of_birth': NotRequired['str | None'],
    'address': NotRequired['Address | None'],
    'notes': NotRequired['str | None'],
    'contact_preferences': NotRequired['ContactPreferences | None'],
    'custom_fields': NotRequired[dict[str, Any]],
    'id': NotRequired[Any],
    'matters': NotRequired[Any],
    'matters_count': NotRequired[Any],
    'created_at': NotRequired[Any],
    'updated_at': NotRequired[Any],
})

ClientOfMatter = TypedDict('ClientOfMatter', {
    'id': str,
    'first_name': str,
    'last_name': str,
    'email': 'str | None',
})

ClientOut = TypedDict('ClientOut', {
    'id': str,
    'first_name': str,
    'last_name': str,
    'email': 'str | None',
    'phone': 'str | None',
    'matters_count': int,
    'created_at': str,
    'date_of_birth': 'str | None',
    'address': 'dict[str, Any] | None',
    'notes': 'str | None',
    'contact_preferences': 'dict[str, Any] | None',
    'custom_fields': dict[str, Any],
    'updated_at': str,
    'matters': 'list[MatterOfClient]',
})

ClientPatch = TypedDict('ClientPatch', {
    'first_name': NotRequired[str],
    'last_name': NotRequired[str],
    'email': NotRequired['str | None'],
    'phone': NotRequired['str | None'],
    'date_of_birth': NotRequired['str | None'],
    'address': NotRequired['Address | None'],
    'notes': NotRequired['str | None'],
    'contact_preferences': NotRequired['ContactPreferences | None'],
    'custom_fields': NotRequired[dict[str, Any]],
    'id': NotRequired[Any],
    'matters': NotRequired[Any],
    'matters_count': NotRequired[Any],
    'created_at': NotRequired[Any],
    'updated_at': NotRequired[Any],
})

ClientRow = TypedDict('ClientRow', {
    'id': str,
    'first_name': str,
    'last_name': str,
    'email': 'str | None',
    'phone': 'str | None',
    'matters_count': int,
    'created_at': str,
})

ClioSettingsPatch = TypedDict('ClioSettingsPatch', {
    'auto_sync_on_approval': NotRequired[bool],
    'auto_sync_on_matter_created': NotRequired[bool],
    'case_type_mappings': NotRequired[dict[str, Any]],
    'stage_statuses': NotRequired[dict[str, Any]],
    'settings': NotRequired['IntegrationSettingsIn'],
    'connected': NotRequired[Any],
    'sync_status': NotRequired[Any],
    'last_sync': NotRequired[Any],
    'webhook_url': NotRequired[Any],
    'error': NotRequired[Any],
    'clio_user': NotRequired[Any],
})

ClioStatus = TypedDict('ClioStatus', {
    'connected': bool,
    'settings': 'IntegrationSettingsOut',
    'last_sync': 'LastSync | None',
    'sync_status': str,
    'error': 'Trouble | None',
    'webhook_url': 'str | None',
    'clio_user': 'dict[str, Any] | None',
})

ClioSynced = TypedDict('ClioSynced', {
    'success': bool,
    'matters': NotRequired[int],
    'linked': NotRequired[int],
    'status': NotRequired[str],
    'sync_id': NotRequired[str],
    'clioMatterId': NotRequired[int],
    'documentsUploaded': NotRequired[int],
})

ClosingIn = TypedDict('ClosingIn', {
    'name': str,
    'leaving': NotRequired[Any],
    'since': NotRequired[Any],
    'erase_at': NotRequired[Any],
    'export_id': NotRequired[Any],
})

ClosingOut = TypedDict('ClosingOut', {
    'leaving': bool,
    'since': 'str | None',
    'erase_at': 'str | None',
    'export_id': 'str | None',
})

CommunicationIn = TypedDict('CommunicationIn', {
    'channel': Literal['email', 'sms'],
    'message': str,
    'subject': NotRequired['str | None'],
    'send_at': NotRequired['str | None'],
    'id': NotRequired[Any],
    'direction': NotRequired[Any],
    'to': NotRequired[Any],
    'sender': NotRequired[Any],
    'from_other_address': NotRequired[Any],
    'status': NotRequired[Any],
    'error': NotRequired[Any],
    'sent_at': NotRequired[Any],
})

CommunicationOut = TypedDict('CommunicationOut', {
    'id': str,
    'channel': Literal['email', 'sms'],
    'direction': Literal['outbound', 'inbound'],
    'to': str,
    'sender': 'str | None',
    'from_other_address': bool,
    'subject': 'str | None',
    'message': str,
    'status': Literal['queued', 'sent', 'delivered', 'failed'],
    'error': 'str | None',
    'send_at': 'str | None',
    'sent_at': 'str | None',
})

CommunicationRow = TypedDict('CommunicationRow', {
    'matter': 'MatterOfPart',
    'client': NotRequired['MatterClientOfPart | None'],
    'id': str,
    'channel': Literal['email', 'sms'],
    'direction': Literal['outbound', 'inbound'],
    'to': str,
    'sender': 'str | None',
    'from_other_address': bool,
    'subject': 'str | None',
    'message': str,
    'status': Literal['queued', 'sent', 'delivered', 'failed'],
    'error': 'str | None',
    'send_at': 'str | None',
    'sent_at': 'str | None',
})

ConditionIn = TypedDict('ConditionIn', {
    'question': str,
    'equals': 'str | float | bool | None',
})

ConditionOut = TypedDict('ConditionOut', {
    'question': str,
    'equals': Any,
})

ConflictCheckIn = TypedDict('ConflictCheckIn', {
    'names': 'list[str]',
    'matter_id': NotRequired['str | None'],
    'lead_id': NotRequired['str | None'],
    'id': NotRequired[Any],
    'previous_id': NotRequired[Any],
    'hits_count': NotRequired[Any],
    'complete': NotRequired[Any],
    'decision': NotRequired[Any],
    'decided_at': NotRequired[Any],
    'decided_by': NotRequired[Any],
    'note': NotRequired[Any],
    'document_id': NotRequired[Any],
    'created_by': NotRequired[Any],
    'created_at': NotRequired[Any],
    'sought': NotRequired[Any],
    'hits': NotRequired[Any],
    'versions': NotRequired[Any],
})

ConflictCheckOut = TypedDict('ConflictCheckOut', {
    'id': str,
    'names': 'list[str]',
    'matter_id': 'str | None',
    'lead_id': 'str | None',
    'previous_id': 'str | None',
    'hits_count': int,
    'complete': bool,
    'decision': 'str | None',
    'decided_at': 'str | None',
    'created_by': 'str | None',
    'created_at': str,
    'sought': 'list[SoughtOut]',
    'hits': 'list[HitOut]',
    'versions': 'VersionsOut',
    'note': 'str | None',
    'document_id': 'str | None',
    'decided_by': 'str | None',
})

ConflictCheckRow = TypedDict('ConflictCheckRow', {
    'id': str,
    'names': 'list[str]',
    'matter_id': 'str | None',
    'lead_id': 'str | None',
    'previous_id': 'str | None',
    'hits_count': int,
    'complete': bool,
    'decision': 'str | None',
    'decided_at': 'str | None',
    'created_by': 'str | None',
    'created_at': str,
})

ConflictThresholds = TypedDict('ConflictThresholds', {
    'person': int,
    'company': int,
})

ContactIn = TypedDict('ContactIn', {
    'first_name': str,
    'last_name': str,
    'email': NotRequired['str | None'],
    'phone': NotRequired['str | None'],
    'contact_preferences': NotRequired['ContactPreferences | None'],
})

ContactOut = TypedDict('ContactOut', {
    'first_name': str,
    'last_name': str,
    'email': 'str | None',
    'phone': 'str | None',
    'contact_preferences': 'dict[str, Any] | None',
})

ContactPatch = TypedDict('ContactPatch', {
    'first_name': NotRequired[str],
    'last_name': NotRequired[str],
    'email': NotRequired['str | None'],
    'phone': NotRequired['str | None'],
    'contact_preferences': NotRequired['ContactPreferences | None'],
})

ContactPreferences = TypedDict('ContactPreferences', {
    'email': NotRequired[bool],
    'sms': NotRequired[bool],
    'voicemail': NotRequired[bool],
    'reminders': NotRequired[bool],
    'preferred': NotRequired['str | None'],
    'hours': NotRequired['Hours | None'],
    'identify': NotRequired[bool],
    'neutral_name': NotRequired['str | None'],
})

ConversionIn = TypedDict('ConversionIn', {
    'client_id': NotRequired['str | None'],
    'new_client': NotRequired[bool],
    'title': NotRequired['str | None'],
    'practice_area': NotRequired[Literal['personal_injury', 'estate_planning', 'family_law', 'immigration', 'criminal', 'business', 'real_estate', 'other']],
    'intake_template_id': NotRequired['str | None'],
    'assigned_attorney': NotRequired['str | None'],
    'channels': NotRequired["list[Literal['email', 'sms']]"],
    'expires_in_days': NotRequired[int],
    'letter_template_id': NotRequired[str],
    'letter_values': NotRequired['LetterValuesIn'],
    'send_letter': NotRequired[bool],
})

ConversionOut = TypedDict('ConversionOut', {
    'client': 'ClientCreated',
    'matter': 'MatterOut',
    'link': 'IntakeLinkOut | None',
    'letter': 'LetterRow | None',
})

CorrectionIn = TypedDict('CorrectionIn', {
    'answers': dict[str, Any],
    'reason': str,
})

CourtFormFormFieldOut = TypedDict('CourtFormFormFieldOut', {
    'name': str,
    'label': 'str | None',
    'type': Literal['text', 'check', 'radio', 'choice', 'date', 'signature'],
    'required': bool,
})

CourtFormFormUpload = TypedDict('CourtFormFormUpload', {
    'upload_url': str,
    'upload_url_expires_at': str,
    'fields': dict[str, Any],
})

CourtFormMissingOut = TypedDict('CourtFormMissingOut', {
    'field': str,
    'question': 'str | None',
})

CursorListPagination = TypedDict('CursorListPagination', {
    'page': int,
    'per_page': int,
    'total': int,
    'has_more': bool,
    'total_is_lower_bound': NotRequired[bool],
    'next_cursor': NotRequired[str],
})

CursorPagination = TypedDict('CursorPagination', {
    'per_page': int,
    'has_more': bool,
    'next_cursor': 'str | None',
})

DeadlineIn = TypedDict('DeadlineIn', {
    'title': str,
    'due_date': str,
    'type': NotRequired[Literal['filing', 'hearing', 'statute', 'other']],
    'notes': NotRequired['str | None'],
    'completed': NotRequired[bool],
    'id': NotRequired[Any],
    'matter': NotRequired[Any],
    'client': NotRequired[Any],
    'created_at': NotRequired[Any],
})

DeadlineOut = TypedDict('DeadlineOut', {
    'id': str,
    'title': str,
    'due_date': str,
    'type': Literal['filing', 'hearing', 'statute', 'other'],
    'notes': 'str | None',
    'completed': bool,
    'created_at': str,
})

DeadlinePatch = TypedDict('DeadlinePatch', {
    'title': NotRequired[str],
    'due_date': NotRequired[str],
    'type': NotRequired[Literal['filing', 'hearing', 'statute', 'other']],
    'notes': NotRequired['str | None'],
    'completed': NotRequired[bool],
    'id': NotRequired[Any],
    'matter': NotRequired[Any],
    'client': NotRequired[Any],
    'created_at': NotRequired[Any],
})

DeadlineRow = TypedDict('DeadlineRow', {
    'matter': 'MatterOfPart',
    'client': NotRequired['MatterClientOfPart | None'],
    'id': str,
    'title': str,
    'due_date': str,
    'type': Literal['filing', 'hearing', 'statute', 'other'],
    'notes': 'str | None',
    'completed': bool,
    'created_at': str,
})

DecisionIn = TypedDict('DecisionIn', {
    'decision': Literal['clear', 'waived', 'screened', 'conflict'],
    'note': NotRequired['str | None'],
    'document_id': NotRequired['str | None'],
})

Deleted = TypedDict('Deleted', {
    'id': str,
    'deleted': bool,
})

DeliveryOfFirm = TypedDict('DeliveryOfFirm', {
    'id': str,
    'event_id': str,
    'event_type': NotRequired[str],
    'status': Literal['pending', 'delivered', 'failed', 'cancelled'],
    'next_attempt_at': 'str | None',
    'delivered_at': 'str | None',
    'created_at': str,
    'attempts': 'list[WebhookAttempt]',
    'webhook_id': str,
    'webhook_url': NotRequired[str],
})

DeliveryOut = TypedDict('DeliveryOut', {
    'id': str,
    'event_id': str,
    'event_type': NotRequired[str],
    'status': Literal['pending', 'delivered', 'failed', 'cancelled'],
    'next_attempt_at': 'str | None',
    'delivered_at': 'str | None',
    'created_at': str,
    'attempts': 'list[WebhookAttemptWithAnswer]',
    'payload': 'dict[str, Any] | None',
})

DeliveryRow = TypedDict('DeliveryRow', {
    'id': str,
    'event_id': str,
    'event_type': NotRequired[str],
    'status': Literal['pending', 'delivered', 'failed', 'cancelled'],
    'next_attempt_at': 'str | None',
    'delivered_at': 'str | None',
    'created_at': str,
    'attempts': 'list[WebhookAttempt]',
})

DeliveryStatistics = TypedDict('DeliveryStatistics', {
    'webhook_id': str,
    'since': str,
    'until': str,
    'totals': 'WebhookOutcomes',
    'hours': 'list[WebhookHourOfOutcomes]',
})

DocumentEvent = TypedDict('DocumentEvent', {
    'upload': 'UploadOut',
    'document': 'UploadDocumentNamed',
    'matter': 'UploadMatterNamed',
})

DocumentIn = TypedDict('DocumentIn', {
    'name': str,
    'description': NotRequired['str | None'],
    'instructions': NotRequired['str | None'],
    'category': NotRequired['str | None'],
    'required': NotRequired[bool],
    'accepted_types': NotRequired['list[str]'],
    'max_file_size_mb': NotRequired[int],
    'id': NotRequired[Any],
    'matter_id': NotRequired[Any],
    'position': NotRequired[Any],
    'status': NotRequired[Any],
    'waived': NotRequired[Any],
    'waived_reason': NotRequired[Any],
    'client_note': NotRequired[Any],
    'upload': NotRequired[Any],
    'matter': NotRequired[Any],
    'client': NotRequired[Any],
    'created_at': NotRequired[Any],
    'updated_at': NotRequired[Any],
})

DocumentOfUpload = TypedDict('DocumentOfUpload', {
    'id': str,
    'name': str,
})

DocumentOut = TypedDict('DocumentOut', {
    'id': str,
    'matter_id': str,
    'name': str,
    'description': 'str | None',
    'instructions': 'str | None',
    'category': 'str | None',
    'position': int,
    'required': bool,
    'status': Literal['pending', 'uploaded', 'approved', 'rejected'],
    'waived': NotRequired[bool],
    'waived_reason': NotRequired[str],
    'client_note': NotRequired[str],
    'accepted_types': 'list[str]',
    'max_file_size_mb': int,
    'upload': 'UploadOfDocument | None',
    'created_at': str,
})

DocumentPatch = TypedDict('DocumentPatch', {
    'name': NotRequired[str],
    'description': NotRequired['str | None'],
    'instructions': NotRequired['str | None'],
    'category': NotRequired['str | None'],
    'required': NotRequired[bool],
    'accepted_types': NotRequired['list[str]'],
    'max_file_size_mb': NotRequired[int],
    'position': NotRequired[int],
    'id': NotRequired[Any],
    'matter_id': NotRequired[Any],
    'status': NotRequired[Any],
    'waived': NotRequired[Any],
    'waived_reason': NotRequired[Any],
    'client_note': NotRequired[Any],
    'upload': NotRequired[Any],
    'matter': NotRequired[Any],
    'client': NotRequired[Any],
    'created_at': NotRequired[Any],
    'updated_at': NotRequired[Any],
})

DocumentReviewed = TypedDict('DocumentReviewed', {
    'upload': 'UploadOut',
    'document': 'UploadDocumentNamed',
    'matter': 'UploadMatterNamed',
    'reviewer_notes': 'str | None',
})

DocumentRow = TypedDict('DocumentRow', {
    'matter': 'MatterOfPart',
    'client': NotRequired['MatterClientOfPart | None'],
    'id': str,
    'matter_id': str,
    'name': str,
    'description': 'str | None',
    'instructions': 'str | None',
    'category': 'str | None',
    'position': int,
    'required': bool,
    'status': Literal['pending', 'uploaded', 'approved', 'rejected'],
    'waived': NotRequired[bool],
    'waived_reason': NotRequired[str],
    'client_note': NotRequired[str],
    'accepted_types': 'list[str]',
    'max_file_size_mb': int,
    'upload': 'UploadOfDocument | None',
    'created_at': str,
})

Download = TypedDict('Download', {
    'url': str,
    'expires_at': str,
    'scan_status': Literal['pending', 'clean', 'infected', 'skipped', 'failed'],
})

DownloadOut = TypedDict('DownloadOut', {
    'url': str,
    'expires_at': str,
})

DueIn = TypedDict('DueIn', {
    'matter_ids': NotRequired['list[str]'],
    'lead_ids': NotRequired['list[str]'],
    'client_ids': NotRequired['list[str]'],
})

DueOutcome = TypedDict('DueOutcome', {
    'id': str,
    'ok': bool,
    'error': NotRequired['DueProblem'],
})

DueProblem = TypedDict('DueProblem', {
    'code': str,
    'message': str,
})

DueRow = TypedDict('DueRow', {
    'id': str,
    'kind': Literal['matters', 'leads', 'clients'],
    'title': 'str | None',
    'client_id': 'str | None',
    'schedule': str,
    'closed_on': str,
    'destroy_after': str,
    'on_hold': bool,
    'kept_documents': int,
    'notified_at': 'str | None',
    'planned_at': 'str | None',
    'erasure_id': 'str | None',
    'erasure_status': 'str | None',
})

ElsewhereOut = TypedDict('ElsewhereOut', {
    'platform': str,
    'kind': str,
    'external_id': str,
})

ErasedEvent = TypedDict('ErasedEvent', {
    'erasure_id': str,
    'kind': Literal['client', 'matter', 'document', 'lead', 'firm'],
    'id': str,
    'erased_at': str,
})

ErasureIn = TypedDict('ErasureIn', {
    'client_id': NotRequired[str],
    'matter_id': NotRequired[str],
    'document_id': NotRequired[str],
    'lead_id': NotRequired[str],
    'reason': str,
    'id': NotRequired[Any],
    'kind': NotRequired[Any],
    'record_id': NotRequired[Any],
    'status': NotRequired[Any],
    'goes': NotRequired[Any],
    'stays': NotRequired[Any],
    'needs_second_person': NotRequired[Any],
    'asked_by': NotRequired[Any],
    'confirmed_by': NotRequired[Any],
    'created_at': NotRequired[Any],
    'confirmed_at': NotRequired[Any],
    'finished_at': NotRequired[Any],
    'elsewhere': NotRequired[Any],
    'certificate_sha256': NotRequired[Any],
})

ErasureOut = TypedDict('ErasureOut', {
    'id': str,
    'kind': Literal['client', 'matter', 'document', 'lead', 'firm'],
    'record_id': str,
    'reason': 'str | None',
    'status': Literal['proposed', 'running', 'failed', 'done'],
    'goes': 'list[GoesOut]',
    'stays': 'list[StaysOut]',
    'elsewhere': 'list[ElsewhereOut]',
    'asked_by': 'str | None',
    'confirmed_by': 'str | None',
    'confirmed_at': 'str | None',
    'finished_at': 'str | None',
    'created_at': str,
})

Error = TypedDict('Error', {
    'error': 'Problem',
})

EventEnvelope = TypedDict('EventEnvelope', {
    'id': str,
    'type': str,
    'created_at': str,
    'firm_id': str,
    'data': dict[str, Any],
})

EventOut = TypedDict('EventOut', {
    'id': str,
    'type': Literal['matter.created', 'matter.updated', 'matter.archived', 'client.created', 'document.uploaded', 'document.approved', 'document.rejected', 'intake.completed', 'intake.link.sent', 'client.merged', 'client.merge_undone', 'lead.created', 'lead.status_changed', 'letter.sent', 'letter.signed', 'letter.completed', 'letter.declined', 'record.erased'],
    'created_at': str,
    'firm_id': str,
    'data': dict[str, Any],
})

EventPage = TypedDict('EventPage', {
    'data': 'list[EventOut]',
    'pagination': 'FeedPagination',
})

Exceeding = TypedDict('Exceeding', {
    'limit': Literal['users', 'storage_gb', 'api_requests_per_period', 'matters'],
    'used': float,
    'allowed': float,
})

ExportDownload = TypedDict('ExportDownload', {
    'url': str,
    'expires_at': str,
})

ExportIn = TypedDict('ExportIn', {
    'client_id': NotRequired['str | None'],
    'language': NotRequired[Literal['en', 'es']],
    'id': NotRequired[Any],
    'status': NotRequired[Any],
    'progress': NotRequired[Any],
    'files': NotRequired[Any],
    'size_bytes': NotRequired[Any],
    'created_at': NotRequired[Any],
    'ready_at': NotRequired[Any],
    'expires_at': NotRequired[Any],
    'download': NotRequired[Any],
})

ExportOut = TypedDict('ExportOut', {
    'id': str,
    'client_id': 'str | None',
    'language': Literal['en', 'es'],
    'status': Literal['pending', 'running', 'ready', 'failed', 'cancelled'],
    'progress': int,
    'files': 'int | None',
    'size_bytes': 'int | None',
    'created_at': str,
    'ready_at': 'str | None',
    'expires_at': 'str | None',
    'download': NotRequired['ExportDownload'],
})

ExportRow = TypedDict('ExportRow', {
    'id': str,
    'client_id': 'str | None',
    'language': Literal['en', 'es'],
    'status': Literal['pending', 'running', 'ready', 'failed', 'cancelled'],
    'progress': int,
    'files': 'int | None',
    'size_bytes': 'int | None',
    'created_at': str,
    'ready_at': 'str | None',
    'expires_at': 'str | None',
})

ExtensionIn = TypedDict('ExtensionIn', {
    'extension_reason': str,
})

FactsLinkIn = TypedDict('FactsLinkIn', {
    'send': NotRequired[bool],
})

FactsLinkOut = TypedDict('FactsLinkOut', {
    'url': str,
    'last_day': str,
    'sent': bool,
})

Feed = TypedDict('Feed', {
    'data': 'list[NotificationOut]',
    'pagination': 'NotificationPagination',
    'unread_count': int,
})

FeedPagination = TypedDict('FeedPagination', {
    'per_page': int,
    'has_more': bool,
    'next_cursor': str,
})

FieldIn = TypedDict('FieldIn', {
    'id': NotRequired[str],
    'type': Literal['text', 'choice', 'date', 'number', 'money', 'yes_no', 'email', 'phone', 'address'],
    'label': str,
    'required': NotRequired[bool],
    'options': NotRequired['list[str]'],
    'when': NotRequired['str | None'],
    'translations': NotRequired['TemplateFieldTranslations'],
})

FieldOut = TypedDict('FieldOut', {
    'id': str,
    'type': Literal['text', 'choice', 'date', 'number', 'money', 'yes_no', 'email', 'phone', 'address'],
    'label': str,
    'required': bool,
    'options': 'list[str]',
    'when': 'str | None',
    'translations': dict[str, Any],
})

FillIn = TypedDict('FillIn', {
    'flatten': NotRequired[bool],
    'allow_missing': NotRequired[bool],
})

FillOut = TypedDict('FillOut', {
    'id': str,
    'status': Literal['pending', 'ready', 'missing', 'failed'],
    'form_id': str,
    'document_id': 'str | None',
    'problem': 'str | None',
    'missing': 'list[CourtFormMissingOut]',
    'created_at': str,
    'finished_at': 'str | None',
})

FillStarted = TypedDict('FillStarted', {
    'id': str,
    'status': Literal['pending', 'ready', 'missing', 'failed'],
})

FilterOut = TypedDict('FilterOut', {
    'name': str,
    'values': 'list[str]',
})

FirmAddress = TypedDict('FirmAddress', {
    'line1': NotRequired['str | None'],
    'suite': NotRequired['str | None'],
    'city': NotRequired['str | None'],
    'state': NotRequired['str | None'],
    'zip': NotRequired['str | None'],
})

FirmLogo = TypedDict('FirmLogo', {
    'id': str,
    'logo_url': 'str | None',
    'updated_at': str,
})

FirmLogoIn = TypedDict('FirmLogoIn', {
    'filename': str,
    'content_type': Literal['image/png', 'image/jpeg'],
    'file_size_bytes': int,
})

FirmLogoUrl = TypedDict('FirmLogoUrl', {
    'upload_url': str,
    'upload_url_expires_at': str,
    'fields': dict[str, Any],
})

FirmOut = TypedDict('FirmOut', {
    'id': str,
    'name': str,
    'slug': str,
    'email': str,
    'phone': 'str | None',
    'website': 'str | None',
    'address': 'dict[str, Any] | None',
    'plan': Literal['standard', 'pro', 'enterprise'],
    'timezone': str,
    'logo_url': 'str | None',
    'settings': 'SettingsOut',
    'created_at': str,
})

FirmPatch = TypedDict('FirmPatch', {
    'name': NotRequired[str],
    'phone': NotRequired['str | None'],
    'website': NotRequired['str | None'],
    'timezone': NotRequired[str],
    'address': NotRequired['FirmAddress | None'],
    'settings': NotRequired['FirmSettings'],
    'id': NotRequired[Any],
    'slug': NotRequired[Any],
    'email': NotRequired[Any],
    'plan': NotRequired[Any],
    'logo_url': NotRequired[Any],
    'created_at': NotRequired[Any],
    'updated_at': NotRequired[Any],
})

FirmSettings = TypedDict('FirmSettings', {
    'intake_branding': NotRequired[bool],
    'custom_domain': NotRequired['str | None'],
    'default_intake_template': NotRequired['str | None'],
    'email_notifications': NotRequired[bool],
    'sms_notifications': NotRequired[bool],
    'brand_color': NotRequired['str | None'],
    'require_second_factor': NotRequired[bool],
    'reminder_days': NotRequired['list[int]'],
    'review_days': NotRequired['int | None'],
    'office_hours': NotRequired['str | None'],
    'language': NotRequired[Literal['en', 'es']],
    'sms_alphabet': NotRequired[Literal['gsm', 'unicode']],
    'portal_code': NotRequired[Literal['never', 'new_device', 'always']],
    'sender_name': NotRequired['str | None'],
    'mail_signature': NotRequired['str | None'],
    'quiet_hours': NotRequired['Hours | None'],
    'retention_text': NotRequired['RetentionText | None'],
    'session_idle_hours': NotRequired[int],
    'session_days': NotRequired[int],
    'require_conflict_check': NotRequired[bool],
    'conflict_thresholds': NotRequired['ConflictThresholds'],
    'two_people_erase_clients': NotRequired[bool],
    'lead_forms': NotRequired['LeadForms'],
    'two_people_erase_clients_until': NotRequired[Any],
})

FirmUpdated = TypedDict('FirmUpdated', {
    'id': NotRequired[str],
    'name': NotRequired[str],
    'phone': NotRequired['str | None'],
    'website': NotRequired['str | None'],
    'timezone': NotRequired[str],
    'address': NotRequired['dict[str, Any] | None'],
    'settings': NotRequired['SettingsUpdated'],
    'updated_at': NotRequired[str],
})

FormConfirmed = TypedDict('FormConfirmed', {
    'id': str,
    'status': Literal['pending', 'ready', 'failed'],
})

FormIn = TypedDict('FormIn', {
    'name': str,
    'filename': str,
    'content_type': Literal['application/pdf'],
    'file_size_bytes': int,
    'number': NotRequired['str | None'],
    'state': NotRequired['str | None'],
    'practice_area': NotRequired['str | None'],
    'court_type': NotRequired['str | None'],
    'id': NotRequired[Any],
    'status': NotRequired[Any],
    'court': NotRequired[Any],
    'source': NotRequired[Any],
    'effective_date': NotRequired[Any],
    'checked_on': NotRequired[Any],
    'fillable': NotRequired[Any],
    'supersedes': NotRequired[Any],
    'problem': NotRequired[Any],
    'page_count': NotRequired[Any],
    'fields': NotRequired[Any],
    'mapping': NotRequired[Any],
})

FormIssued = TypedDict('FormIssued', {
    'id': str,
    'upload': 'CourtFormFormUpload',
})

FormOut = TypedDict('FormOut', {
    'id': str,
    'number': 'str | None',
    'name': str,
    'court': 'str | None',
    'state': 'str | None',
    'practice_area': 'str | None',
    'court_type': 'str | None',
    'source': str,
    'effective_date': 'str | None',
    'checked_on': 'str | None',
    'fillable': bool,
    'status': 'str | None',
    'supersedes': 'list[str]',
    'problem': 'str | None',
    'page_count': 'int | None',
    'fields': 'list[CourtFormFormFieldOut] | None',
    'mapping': 'MappingOut | None',
})

FormRow = TypedDict('FormRow', {
    'id': str,
    'number': 'str | None',
    'name': str,
    'court': 'str | None',
    'state': 'str | None',
    'practice_area': 'str | None',
    'court_type': 'str | None',
    'source': str,
    'effective_date': 'str | None',
    'checked_on': 'str | None',
    'fillable': bool,
    'status': 'str | None',
})

FunnelStep = TypedDict('FunnelStep', {
    'step': Literal['sent', 'opened', 'form_done', 'documents_in', 'complete'],
    'links': int,
    'median_days': 'float | None',
})

GoesOut = TypedDict('GoesOut', {
    'kind': str,
    'count': int,
})

HandoverIn = TypedDict('HandoverIn', {
    'to': str,
    'suspend': NotRequired[bool],
})

HandoverOut = TypedDict('HandoverOut', {
    'id': str,
    'to': str,
    'matters': int,
    'leads': int,
    'status': Literal['active', 'pending', 'suspended'],
})

HitOut = TypedDict('HitOut', {
    'kind': Literal['client', 'merged_client', 'party', 'lead', 'lead_party'],
    'visible': bool,
    'ask': 'list[str]',
    'score': NotRequired[int],
    'reasons': NotRequired["list[Literal['exact', 'normalised', 'order', 'spacing', 'nickname', 'initial', 'sound', 'typo', 'part', 'email', 'phone', 'address']]"],
    'sought': NotRequired[str],
    'found': NotRequired[str],
    'part': NotRequired[str],
    'record_id': NotRequired[str],
    'name': NotRequired[str],
    'role': NotRequired[str],
    'client_id': NotRequired[str],
    'matter_id': NotRequired[str],
    'lead_id': NotRequired[str],
    'status': NotRequired[str],
    'title': NotRequired[str],
})

HoldIn = TypedDict('HoldIn', {
    'client_id': NotRequired['str | None'],
    'matter_id': NotRequired['str | None'],
    'search': NotRequired['HoldSearchIn | None'],
    'reason': str,
    'until': NotRequired['str | None'],
    'id': NotRequired[Any],
    'status': NotRequired[Any],
    'created_by': NotRequired[Any],
    'created_at': NotRequired[Any],
    'updated_at': NotRequired[Any],
    'lifted_at': NotRequired[Any],
    'lifted_by': NotRequired[Any],
    'matters_count': NotRequired[Any],
})

HoldLifter = TypedDict('HoldLifter', {
    'type': str,
    'id': 'str | None',
    'name': 'str | None',
})

HoldMaker = TypedDict('HoldMaker', {
    'type': str,
    'id': 'str | None',
    'name': 'str | None',
})

HoldOut = TypedDict('HoldOut', {
    'id': str,
    'status': Literal['in_force', 'lifted'],
    'client_id': 'str | None',
    'matter_id': 'str | None',
    'search': 'HoldSearch | None',
    'reason': str,
    'until': 'str | None',
    'created_by': 'HoldMaker',
    'created_at': str,
    'updated_at': str,
    'lifted_at': 'str | None',
    'lifted_by': 'HoldLifter | None',
    'matters_count': int,
})

HoldPatch = TypedDict('HoldPatch', {
    'reason': NotRequired[str],
    'until': NotRequired['str | None'],
    'id': NotRequired[Any],
    'status': NotRequired[Any],
    'created_by': NotRequired[Any],
    'created_at': NotRequired[Any],
    'updated_at': NotRequired[Any],
    'lifted_at': NotRequired[Any],
    'lifted_by': NotRequired[Any],
    'matters_count': NotRequired[Any],
    'client_id': NotRequired[Any],
    'matter_id': NotRequired[Any],
    'search': NotRequired[Any],
})

HoldRow = TypedDict('HoldRow', {
    'id': str,
    'status': Literal['in_force', 'lifted'],
    'client_id': 'str | None',
    'matter_id': 'str | None',
    'search': 'HoldSearch | None',
    'reason': str,
    'until': 'str | None',
    'created_by': 'HoldMaker',
    'created_at': str,
    'updated_at': str,
    'lifted_at': 'str | None',
    'lifted_by': 'HoldLifter | None',
})

HoldSearch = TypedDict('HoldSearch', {
    'practice_area': 'str | None',
    'client_name': 'str | None',
    'title': 'str | None',
})

HoldSearchIn = TypedDict('HoldSearchIn', {
    'practice_area': NotRequired['str | None'],
    'client_name': NotRequired['str | None'],
    'title': NotRequired['str | None'],
})

Hours = TypedDict('Hours', {
    'from': str,
    'to': str,
})

InsightsOut = TypedDict('InsightsOut', {
    'period': 'InsightsPeriod',
    'funnel': 'list[FunnelStep]',
    'open_requests': 'list[OpenRequestsOfAge]',
    'reviews': 'list[ReviewsOfDay]',
    'messages': 'list[MessagesByOutcome]',
})

InsightsPeriod = TypedDict('InsightsPeriod', {
    'first_day': str,
    'last_day': str,
})

IntakeEvent = TypedDict('IntakeEvent', {
    'matter': 'IntakeLinkMatterNamed',
    'client': 'IntakeLinkClientNamed',
    'link': 'IntakeLinkLinkNamed',
})

IntakeFormOut = TypedDict('IntakeFormOut', {
    'matter_id': str,
    'client_id': 'str | None',
    'questions': 'list[QuestionOut]',
    'answers': dict[str, Any],
    'changes': 'list[AnswerChangeOut]',
    'saved_at': 'str | None',
    'submitted_at': 'str | None',
})

IntakeLinkClientNamed = TypedDict('IntakeLinkClientNamed', {
    'id': str,
    'first_name': str,
    'last_name': str,
})

IntakeLinkIn = TypedDict('IntakeLinkIn', {
    'channels': NotRequired["list[Literal['email', 'sms']]"],
    'expires_in_days': NotRequired[int],
    'replace': NotRequired[bool],
    'id': NotRequired[Any],
    'url': NotRequired[Any],
    'expires_at': NotRequired[Any],
    'sent': NotRequired[Any],
    'sent_at': NotRequired[Any],
    'opened_at': NotRequired[Any],
    'completed_at': NotRequired[Any],
    'created_at': NotRequired[Any],
})

IntakeLinkLinkNamed = TypedDict('IntakeLinkLinkNamed', {
    'id': str,
    'expires_at': str,
})

IntakeLinkMatterNamed = TypedDict('IntakeLinkMatterNamed', {
    'id': str,
    'title': str,
})

IntakeLinkOut = TypedDict('IntakeLinkOut', {
    'id': str,
    'url': 'str | None',
    'expires_at': str,
    'sent': "list[Literal['email', 'sms']]",
    'sent_at': 'str | None',
    'opened_at': 'str | None',
    'completed_at': 'str | None',
    'created_at': str,
})

IntakeLinkPatch = TypedDict('IntakeLinkPatch', {
    'expires_in_days': NotRequired[int],
    'id': NotRequired[Any],
    'url': NotRequired[Any],
    'expires_at': NotRequired[Any],
    'sent': NotRequired[Any],
    'sent_at': NotRequired[Any],
    'opened_at': NotRequired[Any],
    'completed_at': NotRequired[Any],
    'created_at': NotRequired[Any],
})

IntegrationSettingsIn = TypedDict('IntegrationSettingsIn', {
    'auto_sync_on_approval': NotRequired[bool],
    'auto_sync_on_matter_created': NotRequired[bool],
    'case_type_mappings': NotRequired[dict[str, Any]],
    'stage_statuses': NotRequired[dict[str, Any]],
})

IntegrationSettingsOut = TypedDict('IntegrationSettingsOut', {
    'auto_sync_on_approval': bool,
    'auto_sync_on_matter_created': bool,
    'case_type_mappings': dict[str, Any],
    'stage_statuses': dict[str, Any],
})

InvitationIn = TypedDict('InvitationIn', {
    'email': str,
    'first_name': NotRequired['str | None'],
    'last_name': NotRequired['str | None'],
    'role': Literal['admin', 'attorney', 'staff', 'paralegal'],
    'language': NotRequired[Literal['en', 'es']],
    'id': NotRequired[Any],
    'status': NotRequired[Any],
    'invite_sent_at': NotRequired[Any],
    'expires_at': NotRequired[Any],
})

InvitationOut = TypedDict('InvitationOut', {
    'id': str,
    'email': str,
    'first_name': 'str | None',
    'last_name': 'str | None',
    'role': Literal['admin', 'attorney', 'staff', 'paralegal'],
    'status': Literal['pending'],
    'invite_sent_at': str,
    'expires_at': str,
})

LastSync = TypedDict('LastSync', {
    'sync_id': str,
    'action': str,
    'status': str,
    'matter_id': 'str | None',
    'finished_at': str,
})

LawmaticsSettingsPatch = TypedDict('LawmaticsSettingsPatch', {
    'auto_sync_on_approval': NotRequired[bool],
    'auto_sync_on_matter_created': NotRequired[bool],
    'case_type_mappings': NotRequired[dict[str, Any]],
    'stage_statuses': NotRequired[dict[str, Any]],
    'settings': NotRequired['IntegrationSettingsIn'],
    'webhook_secret': NotRequired[str],
    'connected': NotRequired[Any],
    'sync_status': NotRequired[Any],
    'last_sync': NotRequired[Any],
    'webhook_url': NotRequired[Any],
    'error': NotRequired[Any],
})

LawmaticsStatus = TypedDict('LawmaticsStatus', {
    'connected': bool,
    'settings': 'IntegrationSettingsOut',
    'last_sync': 'LastSync | None',
    'sync_status': str,
    'error': 'Trouble | None',
    'webhook_url': 'str | None',
})

LawmaticsSynced = TypedDict('LawmaticsSynced', {
    'success': bool,
    'matters': NotRequired[int],
    'linked': NotRequired[int],
    'status': NotRequired[str],
    'sync_id': NotRequired[str],
    'lawmatics_matter_id': NotRequired[int],
})

LeadForms = TypedDict('LeadForms', {
    'enabled': bool,
    'practice_areas': NotRequired["list[Literal['personal_injury', 'estate_planning', 'family_law', 'immigration', 'criminal', 'business', 'real_estate', 'other']]"],
    'allowed_origins': NotRequired['list[str]'],
    'notify': NotRequired['list[str]'],
})

LeadFormsOut = TypedDict('LeadFormsOut', {
    'enabled': bool,
    'practice_areas': "list[Literal['personal_injury', 'estate_planning', 'family_law', 'immigration', 'criminal', 'business', 'real_estate', 'other']]",
    'allowed_origins': 'list[str]',
    'notify': 'list[str]',
})

LeadIn = TypedDict('LeadIn', {
    'contact': 'ContactIn',
    'parties': NotRequired['list[PartyIn]'],
    'practice_area': NotRequired[Literal['personal_injury', 'estate_planning', 'family_law', 'immigration', 'criminal', 'business', 'real_estate', 'other']],
    'message': NotRequired['str | None'],
    'language': NotRequired['str | None'],
    'source': NotRequired['SourceIn'],
    'assigned_to': NotRequired['str | None'],
    'id': NotRequired[Any],
    'status': NotRequired[Any],
    'spam': NotRequired[Any],
    'quarantined': NotRequired[Any],
    'conflict_check_id': NotRequired[Any],
    'client_id': NotRequired[Any],
    'matter_id': NotRequired[Any],
    'declined_reason': NotRequired[Any],
    'answered_at': NotRequired[Any],
    'cleared_at': NotRequired[Any],
    'engaged_at': NotRequired[Any],
    'created_at': NotRequired[Any],
    'updated_at': NotRequired[Any],
    'retention': NotRequired[Any],
})

LeadLetterIn = TypedDict('LeadLetterIn', {
    'subject': str,
    'message': str,
})

LeadOut = TypedDict('LeadOut', {
    'id': str,
    'status': Literal['new', 'checking', 'cleared', 'offered', 'engaged', 'declined', 'lost'],
    'practice_area': str,
    'contact': 'ContactOut',
    'parties': 'list[PartyOut]',
    'message': 'str | None',
    'language': 'str | None',
    'source': 'SourceOut',
    'spam': 'SpamOut',
    'quarantined': bool,
    'assigned_to': 'str | None',
    'conflict_check_id': 'str | None',
    'client_id': 'str | None',
    'matter_id': 'str | None',
    'declined_reason': 'str | None',
    'answered_at': 'str | None',
    'cleared_at': 'str | None',
    'engaged_at': 'str | None',
    'created_at': str,
    'updated_at': str,
})

LeadPatch = TypedDict('LeadPatch', {
    'contact': NotRequired['ContactPatch'],
    'parties': NotRequired['list[PartyIn]'],
    'practice_area': NotRequired[Literal['personal_injury', 'estate_planning', 'family_law', 'immigration', 'criminal', 'business', 'real_estate', 'other']],
    'message': NotRequired['str | None'],
    'language': NotRequired['str | None'],
    'source': NotRequired['SourceIn'],
    'assigned_to': NotRequired['str | None'],
    'status': NotRequired[Literal['new', 'checking', 'cleared', 'offered', 'engaged', 'declined', 'lost']],
    'declined_reason': NotRequired['str | None'],
    'quarantined': NotRequired[bool],
    'answered': NotRequired[bool],
    'letter': NotRequired['LeadLetterIn'],
    'id': NotRequired[Any],
    'spam': NotRequired[Any],
    'conflict_check_id': NotRequired[Any],
    'client_id': NotRequired[Any],
    'matter_id': NotRequired[Any],
    'answered_at': NotRequired[Any],
    'cleared_at': NotRequired[Any],
    'engaged_at': NotRequired[Any],
    'created_at': NotRequired[Any],
    'updated_at': NotRequired[Any],
    'retention': NotRequired[Any],
})

LeadShown = TypedDict('LeadShown', {
    'id': str,
    'status': Literal['new', 'checking', 'cleared', 'offered', 'engaged', 'declined', 'lost'],
    'practice_area': str,
    'contact': 'ContactOut',
    'parties': 'list[PartyOut]',
    'message': 'str | None',
    'language': 'str | None',
    'source': 'SourceOut',
    'spam': 'SpamOut',
    'quarantined': bool,
    'assigned_to': 'str | None',
    'conflict_check_id': 'str | None',
    'client_id': 'str | None',
    'matter_id': 'str | None',
    'declined_reason': 'str | None',
    'answered_at': 'str | None',
    'cleared_at': 'str | None',
    'engaged_at': 'str | None',
    'created_at': str,
    'updated_at': str,
    'retention': 'Retention',
})

LeadStatusEvent = TypedDict('LeadStatusEvent', {
    'id': str,
    'status': Literal['new', 'checking', 'cleared', 'offered', 'engaged', 'declined', 'lost'],
    'practice_area': str,
    'contact': 'ContactOut',
    'parties': 'list[PartyOut]',
    'message': 'str | None',
    'language': 'str | None',
    'source': 'SourceOut',
    'spam': 'SpamOut',
    'quarantined': bool,
    'assigned_to': 'str | None',
    'conflict_check_id': 'str | None',
    'client_id': 'str | None',
    'matter_id': 'str | None',
    'declined_reason': 'str | None',
    'answered_at': 'str | None',
    'cleared_at': 'str | None',
    'engaged_at': 'str | None',
    'created_at': str,
    'updated_at': str,
    'previous_status': Literal['new', 'checking', 'cleared', 'offered', 'engaged', 'declined', 'lost'],
})

LetterDocumentOut = TypedDict('LetterDocumentOut', {
    'sha256': str,
    'size_bytes': int,
})

LetterDocumentVerified = TypedDict('LetterDocumentVerified', {
    'sha256': str,
    'ok': bool,
})

LetterEventOut = TypedDict('LetterEventOut', {
    'matter': 'LetterMatterNamed',
    'letter': 'LetterNamed',
    'signer': 'LetterSignerNamed | None',
})

LetterEventsVerified = TypedDict('LetterEventsVerified', {
    'count': int,
    'ok': bool,
    'first_bad': 'int | None',
})

LetterFile = TypedDict('LetterFile', {
    'url': str,
    'expires_at': str,
    'sha256': str,
    'sealed': bool,
})

LetterIn = TypedDict('LetterIn', {
    'title': NotRequired[str],
    'text': NotRequired[str],
    'values': NotRequired['LetterValuesIn'],
    'signers': 'list[SignerIn]',
    'expires_in_days': NotRequired[int],
    'template_id': NotRequired[str],
    'language': NotRequired[Literal['en', 'es']],
    'id': NotRequired[Any],
    'matter_id': NotRequired[Any],
    'status': NotRequired[Any],
    'document': NotRequired[Any],
    'sealed': NotRequired[Any],
    'sent_at': NotRequired[Any],
    'expires_at': NotRequired[Any],
    'void_reason': NotRequired[Any],
    'created_at': NotRequired[Any],
    'updated_at': NotRequired[Any],
})

LetterMatterNamed = TypedDict('LetterMatterNamed', {
    'id': str,
    'title': str,
})

LetterNamed = TypedDict('LetterNamed', {
    'id': str,
    'title': str,
    'status': Literal['draft', 'sent', 'viewed', 'signed', 'countersigned', 'declined', 'voided', 'expired'],
})

LetterOut = TypedDict('LetterOut', {
    'id': str,
    'matter_id': str,
    'template_id': 'str | None',
    'title': str,
    'language': Literal['en', 'es'],
    'status': Literal['draft', 'sent', 'viewed', 'signed', 'countersigned', 'declined', 'voided', 'expired'],
    'signers': 'list[SignerOut]',
    'sent_at': 'str | None',
    'expires_at': 'str | None',
    'created_at': str,
    'updated_at': str,
    'text': str,
    'values': 'LetterValues',
    'expires_in_days': int,
    'document': 'LetterDocumentOut | None',
    'sealed': 'LetterSealedOut | None',
    'void_reason': 'str | None',
})

LetterPatch = TypedDict('LetterPatch', {
    'title': NotRequired[str],
    'text': NotRequired[str],
    'values': NotRequired['LetterValuesIn'],
    'signers': NotRequired['list[SignerIn]'],
    'expires_in_days': NotRequired[int],
    'id': NotRequired[Any],
    'matter_id': NotRequired[Any],
    'status': NotRequired[Any],
    'document': NotRequired[Any],
    'sealed': NotRequired[Any],
    'sent_at': NotRequired[Any],
    'expires_at': NotRequired[Any],
    'void_reason': NotRequired[Any],
    'created_at': NotRequired[Any],
    'updated_at': NotRequired[Any],
    'template_id': NotRequired[Any],
    'language': NotRequired[Any],
})

LetterRow = TypedDict('LetterRow', {
    'id': str,
    'matter_id': str,
    'template_id': 'str | None',
    'title': str,
    'language': Literal['en', 'es'],
    'status': Literal['draft', 'sent', 'viewed', 'signed', 'countersigned', 'declined', 'voided', 'expired'],
    'signers': 'list[SignerOut]',
    'sent_at': 'str | None',
    'expires_at': 'str | None',
    'created_at': str,
    'updated_at': str,
})

LetterSealVerified = TypedDict('LetterSealVerified', {
    'sha256': str,
    'ok': bool,
    'begins_with_document': bool,
    'signature_valid': bool,
    'covers_whole_file': bool,
    'certificate': 'str | None',
    'certificate_sha256': 'str | None',
    'signed_at': 'str | None',
    'time_stamped_at': 'str | None',
})

LetterSealedOut = TypedDict('LetterSealedOut', {
    'sha256': str,
    'size_bytes': int,
    'sealed_at': str,
})

LetterSignerNamed = TypedDict('LetterSignerNamed', {
    'id': str,
    'name': str,
})

LetterTemplateIn = TypedDict('LetterTemplateIn', {
    'name': str,
    'text': 'LetterTextIn',
    'id': NotRequired[Any],
    'fields': NotRequired[Any],
    'created_at': NotRequired[Any],
    'updated_at': NotRequired[Any],
})

LetterTemplateOut = TypedDict('LetterTemplateOut', {
    'id': str,
    'name': str,
    'text': 'LetterText',
    'created_at': str,
    'updated_at': str,
})

LetterTemplatePatch = TypedDict('LetterTemplatePatch', {
    'name': NotRequired[str],
    'text': NotRequired['LetterTextIn'],
    'id': NotRequired[Any],
    'fields': NotRequired[Any],
    'created_at': NotRequired[Any],
    'updated_at': NotRequired[Any],
})

LetterText = TypedDict('LetterText', {
    'en': str,
    'es': 'str | None',
})

LetterTextIn = TypedDict('LetterTextIn', {
    'en': str,
    'es': NotRequired['str | None'],
})

LetterValues = TypedDict('LetterValues', {
    'fee': NotRequired[str],
    'scope': NotRequired[str],
    'retention': NotRequired[str],
    'state_clause': NotRequired[str],
})

LetterValuesIn = TypedDict('LetterValuesIn', {
    'fee': NotRequired['str | None'],
    'scope': NotRequired['str | None'],
    'retention': NotRequired['str | None'],
    'state_clause': NotRequired['str | None'],
})

LetterVerified = TypedDict('LetterVerified', {
    'ok': bool,
    'status': Literal['draft', 'sent', 'viewed', 'signed', 'countersigned', 'declined', 'voided', 'expired'],
    'document': 'LetterDocumentVerified | None',
    'seal': 'LetterSealVerified | None',
    'events': 'LetterEventsVerified',
})

Limits = TypedDict('Limits', {
    'matters': 'int | None',
    'storage_gb': float,
    'api_requests_per_period': int,
    'users': int,
})

Logs = TypedDict('Logs', {
    'logs': 'list[SyncLogOut]',
})

LogsWithTotal = TypedDict('LogsWithTotal', {
    'logs': 'list[SyncLogOut]',
    'total': int,
})

MappingIn = TypedDict('MappingIn', {
    'fields': dict[str, Any],
    'version': NotRequired[Any],
})

MappingOut = TypedDict('MappingOut', {
    'version': int,
    'fields': dict[str, Any],
})

MarkedRead = TypedDict('MarkedRead', {
    'marked': int,
})

MatterArchived = TypedDict('MatterArchived', {
    'id': str,
    'status': Literal['active', 'closed', 'archived'],
    'archived_at': str,
})

MatterClientOfPart = TypedDict('MatterClientOfPart', {
    'id': str,
    'name': str,
})

MatterCreated = TypedDict('MatterCreated', {
    'id': str,
    'title': str,
    'status': Literal['active', 'closed', 'archived'],
    'practice_area': str,
    'client_id': NotRequired[str],
    'documents_count': int,
    'client_active_at': 'str | None',
    'next_deadline': 'str | None',
    'created_at': str,
    'description': 'str | None',
    'assigned_attorney': 'str | None',
    'intake_template_id': 'str | None',
    'custom_fields': dict[str, Any],
    'tags': 'list[str]',
    'client_label': 'str | None',
    'intake_link': 'str | None',
    'updated_at': str,
})

MatterIn = TypedDict('MatterIn', {
    'title': str,
    'practice_area': Literal['personal_injury', 'estate_planning', 'family_law', 'immigration', 'criminal', 'business', 'real_estate', 'other'],
    'client_id': NotRequired['str | None'],
    'description': NotRequired['str | None'],
    'assigned_attorney': NotRequired['str | None'],
    'intake_template_id': NotRequired['str | None'],
    'custom_fields': NotRequired[dict[str, Any]],
    'tags': NotRequired['list[str]'],
    'client_label': NotRequired['str | None'],
    'id': NotRequired[Any],
    'status': NotRequired[Any],
    'client': NotRequired[Any],
    'intake_link': NotRequired[Any],
    'documents_count': NotRequired[Any],
    'documents_complete': NotRequired[Any],
    'created_at': NotRequired[Any],
    'updated_at': NotRequired[Any],
    'archived_at': NotRequired[Any],
    'client_active_at': NotRequired[Any],
    'next_deadline': NotRequired[Any],
    'reminders_paused': NotRequired[Any],
    'retention': NotRequired[Any],
})

MatterOfClient = TypedDict('MatterOfClient', {
    'id': str,
    'title': str,
    'status': str,
    'practice_area': str,
})

MatterOfPart = TypedDict('MatterOfPart', {
    'id': str,
    'title': str,
})

MatterOut = TypedDict('MatterOut', {
    'id': str,
    'title': str,
    'status': Literal['active', 'closed', 'archived'],
    'practice_area': str,
    'client_id': NotRequired[str],
    'documents_count': int,
    'client_active_at': 'str | None',
    'next_deadline': 'str | None',
    'created_at': str,
    'description': 'str | None',
    'assigned_attorney': 'str | None',
    'intake_template_id': 'str | None',
    'custom_fields': dict[str, Any],
    'tags': 'list[str]',
    'client_label': 'str | None',
    'intake_link': 'str | None',
    'updated_at': str,
    'client': 'ClientOfMatter | None',
    'documents_complete': int,
    'reminders_paused': bool,
})

MatterPartyIn = TypedDict('MatterPartyIn', {
    'name': str,
    'kind': NotRequired[Literal['person', 'company']],
    'role': NotRequired[Literal['client', 'opposing', 'related', 'witness', 'other']],
    'aliases': NotRequired['list[str]'],
    'former_names': NotRequired['list[str]'],
    'relation': NotRequired['str | None'],
    'email': NotRequired['str | None'],
    'phone': NotRequired['str | None'],
    'address': NotRequired['Address | None'],
    'id': NotRequired[Any],
    'created_at': NotRequired[Any],
    'updated_at': NotRequired[Any],
})

MatterPartyOut = TypedDict('MatterPartyOut', {
    'id': str,
    'name': str,
    'kind': Literal['person', 'company'],
    'role': Literal['client', 'opposing', 'related', 'witness', 'other'],
    'aliases': 'list[str]',
    'former_names': 'list[str]',
    'relation': 'str | None',
    'email': 'str | None',
    'phone': 'str | None',
    'address': 'dict[str, Any] | None',
    'created_at': str,
    'updated_at': str,
})

MatterPartyPatch = TypedDict('MatterPartyPatch', {
    'name': NotRequired[str],
    'kind': NotRequired[Literal['person', 'company']],
    'role': NotRequired[Literal['client', 'opposing', 'related', 'witness', 'other']],
    'aliases': NotRequired['list[str]'],
    'former_names': NotRequired['list[str]'],
    'relation': NotRequired['str | None'],
    'email': NotRequired['str | None'],
    'phone': NotRequired['str | None'],
    'address': NotRequired['Address | None'],
    'id': NotRequired[Any],
    'created_at': NotRequired[Any],
    'updated_at': NotRequired[Any],
})

MatterPatch = TypedDict('MatterPatch', {
    'title': NotRequired[str],
    'practice_area': NotRequired[Literal['personal_injury', 'estate_planning', 'family_law', 'immigration', 'criminal', 'business', 'real_estate', 'other']],
    'client_id': NotRequired['str | None'],
    'description': NotRequired['str | None'],
    'assigned_attorney': NotRequired['str | None'],
    'intake_template_id': NotRequired['str | None'],
    'custom_fields': NotRequired[dict[str, Any]],
    'tags': NotRequired['list[str]'],
    'client_label': NotRequired['str | None'],
    'status': NotRequired[Literal['active', 'closed', 'archived']],
    'reminders_paused': NotRequired[bool],
    'id': NotRequired[Any],
    'client': NotRequired[Any],
    'intake_link': NotRequired[Any],
    'documents_count': NotRequired[Any],
    'documents_complete': NotRequired[Any],
    'created_at': NotRequired[Any],
    'updated_at': NotRequired[Any],
    'archived_at': NotRequired[Any],
    'client_active_at': NotRequired[Any],
    'next_deadline': NotRequired[Any],
    'retention': NotRequired[Any],
})

MatterRow = TypedDict('MatterRow', {
    'id': str,
    'title': str,
    'status': Literal['active', 'closed', 'archived'],
    'practice_area': str,
    'client_id': NotRequired[str],
    'documents_count': int,
    'client_active_at': 'str | None',
    'next_deadline': 'str | None',
    'created_at': str,
})

MatterShown = TypedDict('MatterShown', {
    'id': str,
    'title': str,
    'status': Literal['active', 'closed', 'archived'],
    'practice_area': str,
    'client_id': NotRequired[str],
    'documents_count': int,
    'client_active_at': 'str | None',
    'next_deadline': 'str | None',
    'created_at': str,
    'description': 'str | None',
    'assigned_attorney': 'str | None',
    'intake_template_id': 'str | None',
    'custom_fields': dict[str, Any],
    'tags': 'list[str]',
    'client_label': 'str | None',
    'intake_link': 'str | None',
    'updated_at': str,
    'client': 'ClientOfMatter | None',
    'documents_complete': int,
    'reminders_paused': bool,
    'retention': 'Retention',
})

MergeEvent = TypedDict('MergeEvent', {
    'client': 'ClientEvent',
    'merged_client_id': str,
})

MergeIn = TypedDict('MergeIn', {
    'into': str,
})

MergeOut = TypedDict('MergeOut', {
    'id': str,
    'client_id': str,
    'merged_client_id': str,
    'undo_until': str,
    'created_at': str,
})

MessagesByOutcome = TypedDict('MessagesByOutcome', {
    'channel': Literal['email', 'sms'],
    'status': Literal['queued', 'sent', 'delivered', 'failed'],
    'messages': int,
})

NextPlan = TypedDict('NextPlan', {
    'plan': Literal['standard', 'pro', 'enterprise'],
    'interval': Literal['monthly', 'yearly'],
    'starts_at': str,
    'exceeds': 'list[Exceeding]',
})

NoteIn = TypedDict('NoteIn', {
    'kind': NotRequired[Literal['note', 'call', 'meeting']],
    'text': str,
    'happened_at': NotRequired['str | None'],
    'id': NotRequired[Any],
    'author': NotRequired[Any],
    'created_at': NotRequired[Any],
    'edited_at': NotRequired[Any],
})

NoteOut = TypedDict('NoteOut', {
    'id': str,
    'kind': Literal['note', 'call', 'meeting'],
    'text': str,
    'happened_at': 'str | None',
    'author': 'ActorOut',
    'created_at': str,
    'edited_at': 'str | None',
})

NotePatch = TypedDict('NotePatch', {
    'kind': NotRequired[Literal['note', 'call', 'meeting']],
    'text': NotRequired[str],
    'happened_at': NotRequired['str | None'],
    'id': NotRequired[Any],
    'author': NotRequired[Any],
    'created_at': NotRequired[Any],
    'edited_at': NotRequired[Any],
})

NotificationOut = TypedDict('NotificationOut', {
    'id': str,
    'type': Literal['document_uploaded', 'intake_completed', 'deadline_approaching', 'intake_link_expired', 'message_received', 'message_refused', 'message_failed', 'document_noted', 'code_not_sent', 'file_quarantined', 'webhook_disabled', 'storage_limit_reached', 'api_key_unused', 'report_ready', 'report_failed', 'reminders_ended', 'payment_failed', 'usage_near_limit', 'lead_received', 'hold_to_lift', 'records_due', 'export_ready', 'export_failed', 'privacy_request_received', 'privacy_request_due', 'letter_signed', 'letter_declined', 'letter_completed'],
    'message': 'str | None',
    'data': dict[str, Any],
    'read': bool,
    'read_at': 'str | None',
    'created_at': str,
})

NotificationPagination = TypedDict('NotificationPagination', {
    'page': int,
    'per_page': int,
    'total': int,
    'has_more': bool,
})

OauthClientCreated = TypedDict('OauthClientCreated', {
    'id': str,
    'name': str,
    'redirect_uris': 'list[str]',
    'scopes': 'list[str]',
    'public': bool,
    'pkce': str,
    'created_by': 'str | None',
    'created_at': str,
    'updated_at': str,
    'client_secret': 'str | None',
})

OauthClientIn = TypedDict('OauthClientIn', {
    'name': str,
    'redirect_uris': 'list[str]',
    'scopes': "list[Literal['matters:read', 'matters:write', 'clients:read', 'clients:write', 'documents:read', 'documents:write', 'webhooks:read', 'webhooks:write', 'firms:read', 'firms:write']]",
    'pkce': NotRequired[Literal['required', 'optional']],
    'public': NotRequired[bool],
    'id': NotRequired[Any],
    'created_by': NotRequired[Any],
    'created_at': NotRequired[Any],
    'updated_at': NotRequired[Any],
    'client_secret': NotRequired[Any],
})

OauthClientOut = TypedDict('OauthClientOut', {
    'id': str,
    'name': str,
    'redirect_uris': 'list[str]',
    'scopes': 'list[str]',
    'public': bool,
    'pkce': str,
    'created_by': 'str | None',
    'created_at': str,
    'updated_at': str,
})

OauthClientPatch = TypedDict('OauthClientPatch', {
    'name': NotRequired[str],
    'redirect_uris': NotRequired['list[str]'],
    'scopes': NotRequired["list[Literal['matters:read', 'matters:write', 'clients:read', 'clients:write', 'documents:read', 'documents:write', 'webhooks:read', 'webhooks:write', 'firms:read', 'firms:write']]"],
    'pkce': NotRequired[Literal['required', 'optional']],
    'id': NotRequired[Any],
    'created_by': NotRequired[Any],
    'created_at': NotRequired[Any],
    'updated_at': NotRequired[Any],
    'client_secret': NotRequired[Any],
    'public': NotRequired[Any],
})

OauthConsentRow = TypedDict('OauthConsentRow', {
    'id': str,
    'oauth_client_id': str,
    'application': NotRequired[str],
    'user_id': str,
    'scopes': 'list[str]',
    'last_used_at': 'str | None',
    'created_at': str,
})

OauthSecretRotated = TypedDict('OauthSecretRotated', {
    'id': str,
    'client_secret': str,
    'previous_secret_expires_at': str,
})

OnboardingIn = TypedDict('OnboardingIn', {
    'step': int,
    'data': NotRequired['StepData'],
    'complete': NotRequired[bool],
    'completed': NotRequired[Any],
    'current_step': NotRequired[Any],
    'steps': NotRequired[Any],
    'completed_at': NotRequired[Any],
})

OnboardingOut = TypedDict('OnboardingOut', {
    'completed': bool,
    'current_step': int,
    'steps': 'StepsOut',
    'practice_areas': 'list[str]',
    'completed_at': 'str | None',
})

OpenRequestsOfAge = TypedDict('OpenRequestsOfAge', {
    'from_days': int,
    'to_days': 'int | None',
    'required': int,
    'optional': int,
})

Pagination = TypedDict('Pagination', {
    'page': int,
    'per_page': int,
    'total': int,
    'has_more': bool,
})

PartyIn = TypedDict('PartyIn', {
    'name': str,
    'kind': NotRequired[Literal['person', 'company']],
    'role': NotRequired[Literal['client', 'opposing', 'related', 'witness', 'other']],
    'aliases': NotRequired['list[str]'],
    'relation': NotRequired['str | None'],
})

PartyOut = TypedDict('PartyOut', {
    'name': str,
    'kind': Literal['person', 'company'],
    'role': Literal['client', 'opposing', 'related', 'witness', 'other'],
    'aliases': 'list[str]',
    'relation': 'str | None',
})

Period = TypedDict('Period', {
    'start': str,
    'end': str,
})

PlanChange = TypedDict('PlanChange', {
    'plan': Literal['standard', 'pro', 'enterprise'],
    'interval': Literal['monthly', 'yearly'],
    'status': NotRequired[Any],
    'current_period': NotRequired[Any],
    'trial_ends_at': NotRequired[Any],
    'cancel_at': NotRequired[Any],
    'next': NotRequired[Any],
    'read_only_from': NotRequired[Any],
    'closed_from': NotRequired[Any],
    'limits': NotRequired[Any],
    'usage': NotRequired[Any],
})

PlanChanged = TypedDict('PlanChanged', {
    'plan': Literal['standard', 'pro', 'enterprise'],
    'interval': 'str | None',
    'status': Literal['none', 'trialing', 'active', 'past_due', 'cancelled'],
    'current_period': 'Period',
    'trial_ends_at': 'str | None',
    'cancel_at': 'str | None',
    'next': 'NextPlan | None',
    'read_only_from': 'str | None',
    'closed_from': 'str | None',
})

PlanChoice = TypedDict('PlanChoice', {
    'plan': Literal['standard', 'pro', 'enterprise'],
    'interval': Literal['monthly', 'yearly'],
})

PreferencesOut = TypedDict('PreferencesOut', {
    'document_uploaded': 'ChannelsOut',
    'intake_completed': 'ChannelsOut',
    'deadline_approaching': 'ChannelsOut',
    'intake_link_expired': 'ChannelsOut',
})

PreferencesPatch = TypedDict('PreferencesPatch', {
    'document_uploaded': NotRequired['Channels'],
    'intake_completed': NotRequired['Channels'],
    'deadline_approaching': NotRequired['Channels'],
    'intake_link_expired': NotRequired['Channels'],
})

PreviewOut = TypedDict('PreviewOut', {
    'status': Literal['pending', 'ready', 'unavailable'],
    'problem': 'str | None',
    'page_count': 'int | None',
    'rotation': int,
    'pages': 'list[PreviewPage]',
})

PreviewPage = TypedDict('PreviewPage', {
    'number': int,
    'width': int,
    'height': int,
    'url': str,
    'text': 'str | None',
})

PreviewPatch = TypedDict('PreviewPatch', {
    'rotation': NotRequired[Literal[0, 90, 180, 270]],
    'status': NotRequired[Any],
    'problem': NotRequired[Any],
    'page_count': NotRequired[Any],
    'pages': NotRequired[Any],
})

PrivacyRequestIn = TypedDict('PrivacyRequestIn', {
    'client_id': str,
    'kind': Literal['access', 'correction', 'deletion', 'portability'],
    'source': Literal['email', 'phone', 'letter', 'in_person'],
    'note': NotRequired['str | None'],
    'verification': NotRequired['str | None'],
    'received_on': NotRequired['str | None'],
    'id': NotRequired[Any],
    'status': NotRequired[Any],
    'due_on': NotRequired[Any],
    'extended_at': NotRequired[Any],
    'extension_reason': NotRequired[Any],
    'reason': NotRequired[Any],
    'answer': NotRequired[Any],
    'mailed': NotRequired[Any],
    'export_id': NotRequired[Any],
    'erasure_id': NotRequired[Any],
    'closed_at': NotRequired[Any],
    'created_at': NotRequired[Any],
    'updated_at': NotRequired[Any],
    'verified_at': NotRequired[Any],
    'verified_by': NotRequired[Any],
})

PrivacyRequestOut = TypedDict('PrivacyRequestOut', {
    'id': str,
    'client_id': 'str | None',
    'kind': Literal['access', 'correction', 'deletion', 'portability'],
    'source': Literal['portal', 'email', 'phone', 'letter', 'in_person'],
    'status': Literal['received', 'verifying', 'in_progress', 'answered', 'refused'],
    'note': 'str | None',
    'verification': 'str | None',
    'verified_at': 'str | None',
    'verified_by': 'str | None',
    'received_on': str,
    'due_on': str,
    'extended_at': 'str | None',
    'extension_reason': 'str | None',
    'reason': 'str | None',
    'answer': 'str | None',
    'mailed': bool,
    'export_id': 'str | None',
    'erasure_id': 'str | None',
    'closed_at': 'str | None',
    'created_at': str,
    'updated_at': str,
})

Problem = TypedDict('Problem', {
    'code': str,
    'message': str,
    'details': dict[str, Any],
})

QuestionIn = TypedDict('QuestionIn', {
    'id': NotRequired[str],
    'type': Literal['text', 'long_text', 'choice', 'choices', 'date', 'number', 'money', 'yes_no', 'email', 'phone', 'address', 'list'],
    'label': str,
    'help': NotRequired['str | None'],
    'section': NotRequired['str | None'],
    'required': NotRequired[bool],
    'options': NotRequired['list[str]'],
    'when': NotRequired['str | None'],
    'entry_label': NotRequired['str | None'],
    'fields': NotRequired['list[FieldIn]'],
    'min_entries': NotRequired['int | None'],
    'max_entries': NotRequired['int | None'],
    'shown_if': NotRequired['ConditionIn | None'],
    'translations': NotRequired['TemplateQuestionTranslations'],
})

QuestionOut = TypedDict('QuestionOut', {
    'id': str,
    'type': Literal['text', 'long_text', 'choice', 'choices', 'date', 'number', 'money', 'yes_no', 'email', 'phone', 'address', 'list'],
    'label': str,
    'help': 'str | None',
    'section': 'str | None',
    'required': bool,
    'options': 'list[str]',
    'when': 'str | None',
    'entry_label': NotRequired[str],
    'fields': NotRequired['list[FieldOut]'],
    'min_entries': NotRequired[int],
    'max_entries': NotRequired[int],
    'shown_if': 'ConditionOut | None',
    'translations': dict[str, Any],
})

ReasonGiven = TypedDict('ReasonGiven', {
    'id': 'str | None',
    'text': 'ReasonText',
})

ReasonIn = TypedDict('ReasonIn', {
    'reason': str,
})

ReasonOut = TypedDict('ReasonOut', {
    'id': str,
    'text': 'ReasonText',
    'position': int,
})

ReasonPatch = TypedDict('ReasonPatch', {
    'text': NotRequired['ReasonTextIn'],
    'position': NotRequired[int],
    'id': NotRequired[Any],
})

ReasonText = TypedDict('ReasonText', {
    'en': str,
    'es': 'str | None',
})

ReasonTextIn = TypedDict('ReasonTextIn', {
    'en': str,
    'es': NotRequired['str | None'],
})

RecordOut = TypedDict('RecordOut', {
    'type': str,
    'id': str,
})

RedeliverIn = TypedDict('RedeliverIn', {
    'since': str,
})

RedeliverListedIn = TypedDict('RedeliverListedIn', {
    'since': str,
    'before': NotRequired[str],
    'webhook_id': NotRequired[str],
    'event_type': NotRequired[Literal['matter.created', 'matter.updated', 'matter.archived', 'client.created', 'document.uploaded', 'document.approved', 'document.rejected', 'intake.completed', 'intake.link.sent', 'client.merged', 'client.merge_undone', 'lead.created', 'lead.status_changed', 'letter.sent', 'letter.signed', 'letter.completed', 'letter.declined', 'record.erased']],
})

Redelivered = TypedDict('Redelivered', {
    'redelivered': int,
})

ReminderRules = TypedDict('ReminderRules', {
    'first_after_days': int,
    'every_days': NotRequired['int | None'],
    'at_most': int,
    'before_deadline_days': NotRequired['int | None'],
    'stop': NotRequired[Literal['nothing_open', 'form_sent', 'begun']],
})

ReportEntry = TypedDict('ReportEntry', {
    'id': NotRequired[str],
    'type': Literal['matters', 'documents', 'deadlines', 'communications', 'intake_funnel', 'lead_funnel'],
    'format': NotRequired[str],
    'status': NotRequired[str],
    'progress': NotRequired[int],
    'formats': NotRequired["list[Literal['csv', 'pdf']]"],
    'filters': NotRequired['list[FilterOut]'],
    'columns': NotRequired['list[str]'],
    'created_at': NotRequired[str],
})

ReportIn = TypedDict('ReportIn', {
    'format': Literal['csv', 'pdf'],
    'from': NotRequired[str],
    'to': NotRequired[str],
    'filters': NotRequired[dict[str, Any]],
    'id': NotRequired[Any],
    'type': NotRequired[Any],
    'status': NotRequired[Any],
    'progress': NotRequired[Any],
    'rows': NotRequired[Any],
    'size_bytes': NotRequired[Any],
    'created_at': NotRequired[Any],
    'ready_at': NotRequired[Any],
    'expires_at': NotRequired[Any],
    'download': NotRequired[Any],
})

ReportMade = TypedDict('ReportMade', {
    'id': str,
    'type': Literal['matters', 'documents', 'deadlines', 'communications', 'intake_funnel', 'lead_funnel'],
    'format': Literal['csv', 'pdf'],
    'status': Literal['pending', 'running', 'ready', 'failed', 'cancelled'],
    'progress': int,
    'created_at': str,
})

ReportOut = TypedDict('ReportOut', {
    'id': str,
    'type': Literal['matters', 'documents', 'deadlines', 'communications', 'intake_funnel', 'lead_funnel'],
    'format': Literal['csv', 'pdf'],
    'status': Literal['pending', 'running', 'ready', 'failed', 'cancelled'],
    'progress': int,
    'created_at': str,
    'filters': dict[str, Any],
    'from': 'str | None',
    'to': 'str | None',
    'rows': 'int | None',
    'size_bytes': 'int | None',
    'ready_at': 'str | None',
    'expires_at': 'str | None',
    'download': NotRequired['DownloadOut'],
})

ReportScheduleIn = TypedDict('ReportScheduleIn', {
    'type': Literal['matters', 'documents', 'deadlines', 'communications', 'intake_funnel', 'lead_funnel'],
    'format': Literal['csv', 'pdf'],
    'frequency': Literal['weekly', 'monthly'],
    'recipients': 'list[str]',
    'filters': NotRequired[dict[str, Any]],
    'id': NotRequired[Any],
    'next_at': NotRequired[Any],
    'created_at': NotRequired[Any],
})

ReportScheduleOut = TypedDict('ReportScheduleOut', {
    'id': str,
    'type': Literal['matters', 'documents', 'deadlines', 'communications', 'intake_funnel', 'lead_funnel'],
    'format': Literal['csv', 'pdf'],
    'frequency': Literal['weekly', 'monthly'],
    'recipients': 'list[str]',
    'filters': dict[str, Any],
    'next_at': str,
    'created_at': str,
})

Retention = TypedDict('Retention', {
    'schedule': 'str | None',
    'destroy_after': 'str | None',
    'on_hold': bool,
})

RetentionText = TypedDict('RetentionText', {
    'en': NotRequired['str | None'],
    'es': NotRequired['str | None'],
})

Retried = TypedDict('Retried', {
    'success': bool,
    'started': int,
})

ReviewIn = TypedDict('ReviewIn', {
    'status': Literal['approved', 'rejected'],
    'reviewer_notes': NotRequired['str | None'],
    'reason_id': NotRequired['str | None'],
    'id': NotRequired[Any],
    'document_id': NotRequired[Any],
    'filename': NotRequired[Any],
    'content_type': NotRequired[Any],
    'file_size_bytes': NotRequired[Any],
    'uploaded_at': NotRequired[Any],
    'reviewed_at': NotRequired[Any],
    'reason': NotRequired[Any],
    'scan_status': NotRequired[Any],
    'sha256': NotRequired[Any],
    'detected_type': NotRequired[Any],
    'type_mismatch': NotRequired[Any],
    'page_count': NotRequired[Any],
    'document': NotRequired[Any],
    'matter': NotRequired[Any],
    'client': NotRequired[Any],
})

ReviewReasonReasonIn = TypedDict('ReviewReasonReasonIn', {
    'text': 'ReasonTextIn',
    'position': NotRequired[int],
    'id': NotRequired[Any],
})

Reviewed = TypedDict('Reviewed', {
    'id': str,
    'document_id': str,
    'status': Literal['pending', 'approved', 'rejected'],
    'reviewer_notes': 'str | None',
    'reason': NotRequired['ReasonGiven'],
    'reviewed_at': str,
})

ReviewsOfDay = TypedDict('ReviewsOfDay', {
    'day': str,
    'reviewer': 'ActorOut',
    'approved': int,
    'rejected': int,
})

ScheduleIn = TypedDict('ScheduleIn', {
    'kind': NotRequired[Literal['matters', 'leads', 'clients']],
    'name': str,
    'practice_area': NotRequired['str | None'],
    'years': NotRequired['int | None'],
    'minor_years': NotRequired['int | None'],
    'months': NotRequired['int | None'],
    'quarantine_months': NotRequired['int | None'],
    'age_of_majority': NotRequired[int],
    'excepted': NotRequired['list[str]'],
    'notice': NotRequired[bool],
    'automatic': NotRequired[bool],
    'id': NotRequired[Any],
    'created_at': NotRequired[Any],
    'updated_at': NotRequired[Any],
})

ScheduleOut = TypedDict('ScheduleOut', {
    'id': str,
    'kind': Literal['matters', 'leads', 'clients'],
    'name': str,
    'practice_area': 'str | None',
    'years': 'int | None',
    'minor_years': 'int | None',
    'months': 'int | None',
    'quarantine_months': 'int | None',
    'age_of_majority': int,
    'excepted': 'list[str]',
    'notice': bool,
    'automatic': bool,
    'created_at': str,
    'updated_at': str,
})

SchedulePatch = TypedDict('SchedulePatch', {
    'name': NotRequired[str],
    'practice_area': NotRequired['str | None'],
    'years': NotRequired['int | None'],
    'minor_years': NotRequired['int | None'],
    'months': NotRequired['int | None'],
    'quarantine_months': NotRequired['int | None'],
    'age_of_majority': NotRequired[int],
    'excepted': NotRequired['list[str]'],
    'notice': NotRequired[bool],
    'automatic': NotRequired[bool],
    'id': NotRequired[Any],
    'created_at': NotRequired[Any],
    'updated_at': NotRequired[Any],
    'kind': NotRequired[Any],
})

SearchClient = TypedDict('SearchClient', {
    'id': str,
    'name': str,
    'email': 'str | None',
    'phone': 'str | None',
    'matters_count': int,
})

SearchDocument = TypedDict('SearchDocument', {
    'id': str,
    'name': str,
    'status': str,
    'matter_id': str,
    'matter_title': str,
    'uploaded_at': 'str | None',
})

SearchGroups = TypedDict('SearchGroups', {
    'matters': 'list[SearchMatter]',
    'clients': 'list[SearchClient]',
    'documents': 'list[SearchDocument]',
})

SearchMatter = TypedDict('SearchMatter', {
    'id': str,
    'title': str,
    'status': str,
    'practice_area': str,
    'client_name': 'str | None',
    'created_at': str,
})

SearchOut = TypedDict('SearchOut', {
    'data': 'SearchGroups',
    'query': str,
    'total_results': int,
    'total_is_lower_bound': NotRequired[bool],
})

SecretRotated = TypedDict('SecretRotated', {
    'id': str,
    'signing_secret': str,
    'previous_secret_expires_at': str,
})

SessionOut = TypedDict('SessionOut', {
    'id': str,
    'device': str,
    'address': str,
    'created_at': str,
    'seen_at': str,
    'expires_at': str,
})

SessionRow = TypedDict('SessionRow', {
    'id': str,
    'device': str,
    'address': str,
    'created_at': str,
    'seen_at': str,
    'expires_at': str,
    'user_id': str,
    'email': NotRequired[str],
})

SettingsChanged = TypedDict('SettingsChanged', {
    'success': bool,
    'settings': 'IntegrationSettingsOut',
})

SettingsOut = TypedDict('SettingsOut', {
    'intake_branding': bool,
    'custom_domain': 'str | None',
    'default_intake_template': 'str | None',
    'email_notifications': bool,
    'sms_notifications': bool,
    'brand_color': 'str | None',
    'require_second_factor': bool,
    'reminder_days': 'list[int]',
    'review_days': 'int | None',
    'office_hours': 'str | None',
    'language': Literal['en', 'es'],
    'sms_alphabet': Literal['gsm', 'unicode'],
    'portal_code': Literal['never', 'new_device', 'always'],
    'sender_name': 'str | None',
    'mail_signature': 'str | None',
    'quiet_hours': 'dict[str, Any] | None',
    'retention_text': 'dict[str, Any] | None',
    'session_idle_hours': int,
    'session_days': int,
    'require_conflict_check': bool,
    'conflict_thresholds': dict[str, Any],
    'two_people_erase_clients': bool,
    'two_people_erase_clients_until': 'str | None',
    'lead_forms': 'LeadFormsOut',
})

SettingsUpdated = TypedDict('SettingsUpdated', {
    'intake_branding': NotRequired[bool],
    'custom_domain': NotRequired['str | None'],
    'default_intake_template': NotRequired['str | None'],
    'email_notifications': NotRequired[bool],
    'sms_notifications': NotRequired[bool],
    'brand_color': NotRequired['str | None'],
    'require_second_factor': NotRequired[bool],
    'reminder_days': NotRequired['list[int]'],
    'review_days': NotRequired['int | None'],
    'office_hours': NotRequired['str | None'],
    'language': NotRequired[Literal['en', 'es']],
    'sms_alphabet': NotRequired[Literal['gsm', 'unicode']],
    'portal_code': NotRequired[Literal['never', 'new_device', 'always']],
    'sender_name': NotRequired['str | None'],
    'mail_signature': NotRequired['str | None'],
    'quiet_hours': NotRequired['dict[str, Any] | None'],
    'retention_text': NotRequired['dict[str, Any] | None'],
    'session_idle_hours': NotRequired[int],
    'session_days': NotRequired[int],
    'require_conflict_check': NotRequired[bool],
    'conflict_thresholds': NotRequired[dict[str, Any]],
    'two_people_erase_clients': NotRequired[bool],
    'two_people_erase_clients_until': NotRequired['str | None'],
    'lead_forms': NotRequired['LeadFormsOut'],
})

SignedOut = TypedDict('SignedOut', {
    'id': str,
    'sessions_ended': int,
})

SignedUrl = TypedDict('SignedUrl', {
    'upload_id': str,
    'upload_url': str,
    'upload_url_expires_at': str,
    'fields': dict[str, Any],
})

SignedUrlIn = TypedDict('SignedUrlIn', {
    'document_id': str,
    'filename': str,
    'content_type': str,
    'file_size_bytes': int,
})

SignerIn = TypedDict('SignerIn', {
    'name': str,
    'email': str,
    'language': NotRequired[Literal['en', 'es']],
    'id': NotRequired[Any],
    'status': NotRequired[Any],
    'is_client': NotRequired[Any],
    'mail_error': NotRequired[Any],
    'invited_at': NotRequired[Any],
    'signed_at': NotRequired[Any],
    'declined_reason': NotRequired[Any],
})

SignerOut = TypedDict('SignerOut', {
    'id': str,
    'name': str,
    'email': str,
    'language': Literal['en', 'es'],
    'is_client': bool,
    'status': Literal['waiting', 'invited', 'consented', 'read', 'signed', 'declined'],
    'mail_error': 'str | None',
    'invited_at': 'str | None',
    'signed_at': 'str | None',
    'declined_reason': 'str | None',
})

SoughtOut = TypedDict('SoughtOut', {
    'text': str,
    'part': Literal['name', 'alias', 'former_name', 'email', 'phone', 'address'],
})

SourceIn = TypedDict('SourceIn', {
    'name': NotRequired['str | None'],
    'page': NotRequired['str | None'],
    'referrer': NotRequired['str | None'],
    'campaign': NotRequired['CampaignIn | None'],
})

SourceOut = TypedDict('SourceOut', {
    'name': 'str | None',
    'page': 'str | None',
    'referrer': 'str | None',
    'campaign': 'dict[str, Any] | None',
})

SpamOut = TypedDict('SpamOut', {
    'score': int,
    'reasons': 'list[str]',
})

StaysOut = TypedDict('StaysOut', {
    'kind': str,
    'count': 'int | None',
    'why': str,
})

StepData = TypedDict('StepData', {
    'practice_areas': NotRequired["list[Literal['personal_injury', 'estate_planning', 'family_law', 'immigration', 'criminal', 'business', 'real_estate', 'other']]"],
    'doc_templates': NotRequired['list[str]'],
    'notification_prefs': NotRequired['PreferencesPatch'],
    'invites': NotRequired['list[InvitationIn]'],
})

StepsOut = TypedDict('StepsOut', {
    'welcome': bool,
    'practice_areas': bool,
    'doc_templates': bool,
    'notifications': bool,
    'invite_team': bool,
    'ready': bool,
})

SubscriptionOut = TypedDict('SubscriptionOut', {
    'plan': Literal['standard', 'pro', 'enterprise'],
    'interval': 'str | None',
    'status': Literal['none', 'trialing', 'active', 'past_due', 'cancelled'],
    'current_period': 'Period',
    'trial_ends_at': 'str | None',
    'cancel_at': 'str | None',
    'next': 'NextPlan | None',
    'read_only_from': 'str | None',
    'closed_from': 'str | None',
    'limits': 'Limits',
    'usage': 'Used',
})

Success = TypedDict('Success', {
    'success': bool,
})

SyncIn = TypedDict('SyncIn', {
    'matter_id': NotRequired['str | None'],
    'action': NotRequired[Literal['sync_matter', 'pull_matters']],
})

SyncLogOut = TypedDict('SyncLogOut', {
    'id': str,
    'firm_id': str,
    'integration_id': str,
    'matter_id': 'str | None',
    'upload_id': 'str | None',
    'action': str,
    'status': str,
    'external_id': 'str | None',
    'error_message': 'str | None',
    'details': dict[str, Any],
    'created_at': str,
})

TemplateContent = TypedDict('TemplateContent', {
    'name': str,
    'case_type': 'str | None',
    'practice_area': 'str | None',
    'state': 'str | None',
    'description': 'str | None',
    'leave_button': bool,
    'reminder_rules': 'dict[str, Any] | None',
    'form': 'list[QuestionOut]',
    'documents': 'list[TemplateDocumentOut]',
    'translations': dict[str, Any],
})

TemplateDocumentIn = TypedDict('TemplateDocumentIn', {
    'name': str,
    'description': NotRequired['str | None'],
    'instructions': NotRequired['str | None'],
    'category': NotRequired['str | None'],
    'required': NotRequired[bool],
    'accepted_types': NotRequired['list[str]'],
    'max_file_size_mb': NotRequired[int],
    'translations': NotRequired['TemplateDocumentTranslations'],
    'id': NotRequired[Any],
    'matter_id': NotRequired[Any],
    'position': NotRequired[Any],
    'status': NotRequired[Any],
    'waived': NotRequired[Any],
    'waived_reason': NotRequired[Any],
    'client_note': NotRequired[Any],
    'upload': NotRequired[Any],
    'matter': NotRequired[Any],
    'client': NotRequired[Any],
    'created_at': NotRequired[Any],
    'updated_at': NotRequired[Any],
})

TemplateDocumentOut = TypedDict('TemplateDocumentOut', {
    'name': str,
    'description': 'str | None',
    'instructions': 'str | None',
    'category': 'str | None',
    'required': bool,
    'accepted_types': 'list[str]',
    'max_file_size_mb': int,
    'translations': dict[str, Any],
})

TemplateDocumentTexts = TypedDict('TemplateDocumentTexts', {
    'name': NotRequired[str],
    'description': NotRequired['str | None'],
    'instructions': NotRequired['str | None'],
    'category': NotRequired['str | None'],
})

TemplateDocumentTranslations = TypedDict('TemplateDocumentTranslations', {
    'en': NotRequired['TemplateDocumentTexts'],
    'es': NotRequired['TemplateDocumentTexts'],
})

TemplateFieldTexts = TypedDict('TemplateFieldTexts', {
    'label': NotRequired[str],
    'options': NotRequired['list[str]'],
})

TemplateFieldTranslations = TypedDict('TemplateFieldTranslations', {
    'en': NotRequired['TemplateFieldTexts'],
    'es': NotRequired['TemplateFieldTexts'],
})

TemplateIn = TypedDict('TemplateIn', {
    'name': str,
    'case_type': NotRequired['str | None'],
    'practice_area': NotRequired['str | None'],
    'state': NotRequired['str | None'],
    'description': NotRequired['str | None'],
    'leave_button': NotRequired[bool],
    'reminder_rules': NotRequired['ReminderRules | None'],
    'form': NotRequired['list[QuestionIn]'],
    'documents': NotRequired['list[TemplateDocumentIn]'],
    'translations': NotRequired['TemplateTranslations'],
    'matter_id': NotRequired[str],
    'id': NotRequired[Any],
    'built_in': NotRequired[Any],
    'questions_count': NotRequired[Any],
    'documents_count': NotRequired[Any],
    'version': NotRequired[Any],
    'created_at': NotRequired[Any],
    'updated_at': NotRequired[Any],
})

TemplateOut = TypedDict('TemplateOut', {
    'id': str,
    'name': str,
    'case_type': 'str | None',
    'practice_area': 'str | None',
    'state': 'str | None',
    'description': 'str | None',
    'built_in': bool,
    'questions_count': int,
    'documents_count': int,
    'version': int,
    'created_at': str,
    'updated_at': str,
    'leave_button': bool,
    'reminder_rules': 'dict[str, Any] | None',
    'form': 'list[QuestionOut]',
    'documents': 'list[TemplateDocumentOut]',
    'translations': dict[str, Any],
})

TemplatePatch = TypedDict('TemplatePatch', {
    'name': NotRequired[str],
    'case_type': NotRequired['str | None'],
    'practice_area': NotRequired['str | None'],
    'state': NotRequired['str | None'],
    'description': NotRequired['str | None'],
    'leave_button': NotRequired[bool],
    'reminder_rules': NotRequired['ReminderRules | None'],
    'form': NotRequired['list[QuestionIn]'],
    'documents': NotRequired['list[TemplateDocumentIn]'],
    'translations': NotRequired['TemplateTranslations'],
    'id': NotRequired[Any],
    'built_in': NotRequired[Any],
    'questions_count': NotRequired[Any],
    'documents_count': NotRequired[Any],
    'version': NotRequired[Any],
    'created_at': NotRequired[Any],
    'updated_at': NotRequired[Any],
})

TemplateQuestionTexts = TypedDict('TemplateQuestionTexts', {
    'label': NotRequired[str],
    'help': NotRequired['str | None'],
    'section': NotRequired['str | None'],
    'options': NotRequired['list[str]'],
    'entry_label': NotRequired['str | None'],
})

TemplateQuestionTranslations = TypedDict('TemplateQuestionTranslations', {
    'en': NotRequired['TemplateQuestionTexts'],
    'es': NotRequired['TemplateQuestionTexts'],
})

TemplateRow = TypedDict('TemplateRow', {
    'id': str,
    'name': str,
    'case_type': 'str | None',
    'practice_area': 'str | None',
    'state': 'str | None',
    'description': 'str | None',
    'built_in': bool,
    'questions_count': int,
    'documents_count': int,
    'version': int,
    'created_at': str,
    'updated_at': str,
})

TemplateTexts = TypedDict('TemplateTexts', {
    'name': NotRequired[str],
    'description': NotRequired['str | None'],
})

TemplateTranslations = TypedDict('TemplateTranslations', {
    'en': NotRequired['TemplateTexts'],
    'es': NotRequired['TemplateTexts'],
})

TemplateVersionOut = TypedDict('TemplateVersionOut', {
    'id': str,
    'number': int,
    'content': 'TemplateContent',
    'actor_type': Literal['person', 'api_key', 'application', 'client', 'operator', 'system'],
    'actor_id': 'str | None',
    'created_at': str,
})

TemplateVersionRow = TypedDict('TemplateVersionRow', {
    'id': str,
    'number': int,
    'questions_count': int,
    'documents_count': int,
    'actor_type': Literal['person', 'api_key', 'application', 'client', 'operator', 'system'],
    'actor_id': 'str | None',
    'created_at': str,
})

TestEvent = TypedDict('TestEvent', {
    'webhook_id': str,
    'message': str,
})

ThresholdsOut = TypedDict('ThresholdsOut', {
    'person': int,
    'company': int,
})

Trouble = TypedDict('Trouble', {
    'code': str,
    'message': str,
})

UploadDetail = TypedDict('UploadDetail', {
    'id': str,
    'document_id': str,
    'filename': str,
    'content_type': str,
    'file_size_bytes': int,
    'status': Literal['pending', 'approved', 'rejected'],
    'uploaded_at': str,
    'reviewer_notes': 'str | None',
    'reason': 'ReasonGiven | None',
    'reviewed_at': 'str | None',
    'scan_status': Literal['pending', 'clean', 'infected', 'skipped', 'failed'],
    'sha256': 'str | None',
    'detected_type': 'str | None',
    'type_mismatch': bool,
    'page_count': 'int | None',
})

UploadDocumentNamed = TypedDict('UploadDocumentNamed', {
    'id': str,
    'name': str,
    'matter_id': str,
})

UploadMatterNamed = TypedDict('UploadMatterNamed', {
    'id': str,
    'title': str,
})

UploadOfDocument = TypedDict('UploadOfDocument', {
    'id': str,
    'filename': str,
    'content_type': str,
    'file_size_bytes': int,
    'uploaded_at': str,
    'scan_status': str,
})

UploadOut = TypedDict('UploadOut', {
    'id': str,
    'document_id': str,
    'filename': str,
    'content_type': str,
    'file_size_bytes': int,
    'status': Literal['pending', 'approved', 'rejected'],
    'uploaded_at': str,
})

UploadRow = TypedDict('UploadRow', {
    'matter': 'MatterOfPart',
    'client': NotRequired['MatterClientOfPart | None'],
    'id': str,
    'document_id': str,
    'filename': str,
    'content_type': str,
    'file_size_bytes': int,
    'status': Literal['pending', 'approved', 'rejected'],
    'uploaded_at': str,
    'scan_status': Literal['pending', 'clean', 'infected', 'skipped', 'failed'],
    'type_mismatch': bool,
    'page_count': 'int | None',
    'document': 'DocumentOfUpload',
})

UsageApiRequests = TypedDict('UsageApiRequests', {
    'this_period': int,
    'limit': int,
})

UsageClients = TypedDict('UsageClients', {
    'total': int,
})

UsageDocuments = TypedDict('UsageDocuments', {
    'uploaded_this_period': int,
    'storage_used_gb': float,
})

UsageIntakeLinksSent = TypedDict('UsageIntakeLinksSent', {
    'this_period': int,
})

UsageMatters = TypedDict('UsageMatters', {
    'total': int,
    'active': int,
    'archived': int,
})

UsageOut = TypedDict('UsageOut', {
    'plan': Literal['standard', 'pro', 'enterprise'],
    'billing_period': 'Period',
    'usage': 'Used',
    'limits': 'Limits',
})

UsageUsers = TypedDict('UsageUsers', {
    'total': int,
})

Used = TypedDict('Used', {
    'matters': 'UsageMatters',
    'clients': 'UsageClients',
    'users': 'UsageUsers',
    'documents': 'UsageDocuments',
    'api_requests': 'UsageApiRequests',
    'intake_links_sent': 'UsageIntakeLinksSent',
})

UserChanged = TypedDict('UserChanged', {
    'id': str,
    'email': str,
    'first_name': 'str | None',
    'last_name': 'str | None',
    'role': Literal['admin', 'attorney', 'staff', 'paralegal'],
    'status': Literal['active', 'pending', 'suspended'],
    'last_sign_in': 'str | None',
    'created_at': str,
    'api_keys': 'list[ApiKeyOfUser]',
})

UserPatch = TypedDict('UserPatch', {
    'role': NotRequired[Literal['admin', 'attorney', 'staff', 'paralegal']],
    'status': NotRequired[Literal['active', 'pending', 'suspended']],
    'id': NotRequired[Any],
    'email': NotRequired[Any],
    'first_name': NotRequired[Any],
    'last_name': NotRequired[Any],
    'last_sign_in': NotRequired[Any],
    'last_seen': NotRequired[Any],
    'second_factor': NotRequired[Any],
    'created_at': NotRequired[Any],
    'api_keys': NotRequired[Any],
})

UserRow = TypedDict('UserRow', {
    'id': str,
    'email': str,
    'first_name': 'str | None',
    'last_name': 'str | None',
    'role': Literal['admin', 'attorney', 'staff', 'paralegal'],
    'status': Literal['active', 'pending', 'suspended'],
    'last_sign_in': 'str | None',
    'created_at': str,
    'last_seen': 'str | None',
    'second_factor': bool,
    'invite_sent_at': NotRequired[str],
    'expires_at': NotRequired[str],
})

VerificationIn = TypedDict('VerificationIn', {
    'verification': str,
})

VersionsOut = TypedDict('VersionsOut', {
    'index': int,
    'thresholds': 'ThresholdsOut',
    'libraries': dict[str, Any],
})

ViewIn = TypedDict('ViewIn', {
    'name': str,
    'page': str,
    'shared': NotRequired[bool],
    'id': NotRequired[Any],
})

ViewOut = TypedDict('ViewOut', {
    'id': str,
    'name': str,
    'page': str,
    'shared': bool,
})

ViewPatch = TypedDict('ViewPatch', {
    'name': NotRequired[str],
    'page': NotRequired[str],
    'shared': NotRequired[bool],
    'id': NotRequired[Any],
})

VoidIn = TypedDict('VoidIn', {
    'reason': NotRequired['str | None'],
})

WaiveIn = TypedDict('WaiveIn', {
    'reason': str,
})

WebhookAttempt = TypedDict('WebhookAttempt', {
    'attempted_at': str,
    'duration_ms': int,
    'response_status': 'int | None',
    'error': 'str | None',
})

WebhookAttemptWithAnswer = TypedDict('WebhookAttemptWithAnswer', {
    'attempted_at': str,
    'duration_ms': int,
    'response_status': 'int | None',
    'error': 'str | None',
    'response_body': 'str | None',
})

WebhookCreated = TypedDict('WebhookCreated', {
    'id': str,
    'url': str,
    'events': 'list[str]',
    'description': 'str | None',
    'active': bool,
    'created_at': str,
    'updated_at': str,
    'signing_secret': str,
})

WebhookHourOfOutcomes = TypedDict('WebhookHourOfOutcomes', {
    'delivered': int,
    'retrying': int,
    'pending': int,
    'failed': int,
    'cancelled': int,
    'hour': str,
})

WebhookIn = TypedDict('WebhookIn', {
    'url': str,
    'events': "list[Literal['matter.created', 'matter.updated', 'matter.archived', 'client.created', 'document.uploaded', 'document.approved', 'document.rejected', 'intake.completed', 'intake.link.sent', 'client.merged', 'client.merge_undone', 'lead.created', 'lead.status_changed', 'letter.sent', 'letter.signed', 'letter.completed', 'letter.declined', 'record.erased', '*']]",
    'description': NotRequired['str | None'],
    'active': NotRequired[bool],
    'id': NotRequired[Any],
    'signing_secret': NotRequired[Any],
    'last_triggered_at': NotRequired[Any],
    'disabled_reason': NotRequired[Any],
    'failing_since': NotRequired[Any],
    'created_at': NotRequired[Any],
    'updated_at': NotRequired[Any],
})

WebhookOut = TypedDict('WebhookOut', {
    'id': str,
    'url': str,
    'events': 'list[str]',
    'description': 'str | None',
    'active': bool,
    'created_at': str,
    'updated_at': str,
})

WebhookOutcomes = TypedDict('WebhookOutcomes', {
    'delivered': int,
    'retrying': int,
    'pending': int,
    'failed': int,
    'cancelled': int,
})

WebhookPatch = TypedDict('WebhookPatch', {
    'url': NotRequired[str],
    'events': NotRequired["list[Literal['matter.created', 'matter.updated', 'matter.archived', 'client.created', 'document.uploaded', 'document.approved', 'document.rejected', 'intake.completed', 'intake.link.sent', 'client.merged', 'client.merge_undone', 'lead.created', 'lead.status_changed', 'letter.sent', 'letter.signed', 'letter.completed', 'letter.declined', 'record.erased', '*']]"],
    'description': NotRequired['str | None'],
    'active': NotRequired[bool],
    'id': NotRequired[Any],
    'signing_secret': NotRequired[Any],
    'last_triggered_at': NotRequired[Any],
    'disabled_reason': NotRequired[Any],
    'failing_since': NotRequired[Any],
    'created_at': NotRequired[Any],
    'updated_at': NotRequired[Any],
})

WebhookRow = TypedDict('WebhookRow', {
    'id': str,
    'url': str,
    'events': 'list[str]',
    'description': 'str | None',
    'active': bool,
    'created_at': str,
    'updated_at': str,
    'last_triggered_at': 'str | None',
    'failing_since': 'str | None',
    'disabled_reason': 'str | None',
})

WebhookTested = TypedDict('WebhookTested', {
    'webhook_id': str,
    'event': str,
    'delivered': bool,
    'response_status': int,
    'response_time_ms': int,
    'sent_at': str,
})

MattersCreateAnswer = TypedDict('MattersCreateAnswer', {
    'data': 'MatterCreated',
})

MattersIndexAnswer = TypedDict('MattersIndexAnswer', {
    'data': 'list[MatterRow]',
    'pagination': 'CursorListPagination',
})

MattersShowAnswer = TypedDict('MattersShowAnswer', {
    'data': 'MatterShown',
})

MattersUpdateAnswer = TypedDict('MattersUpdateAnswer', {
    'data': 'MatterShown',
})

MattersArchiveAnswer = TypedDict('MattersArchiveAnswer', {
    'data': 'MatterArchived',
})

BulkCreateAnswer = TypedDict('BulkCreateAnswer', {
    'data': 'list[BulkOutcome]',
})

MatterDocumentsIndexAnswer = TypedDict('MatterDocumentsIndexAnswer', {
    'data': 'list[DocumentOut]',
    'pagination': 'Pagination',
})

MatterDocumentsCreateAnswer = TypedDict('MatterDocumentsCreateAnswer', {
    'data': 'DocumentOut',
})

ChecklistApplyAnswer = TypedDict('ChecklistApplyAnswer', {
    'data': 'ChecklistOut',
})

DeadlinesIndexAnswer = TypedDict('DeadlinesIndexAnswer', {
    'data': 'list[DeadlineOut]',
    'pagination': 'Pagination',
})

DeadlinesCreateAnswer = TypedDict('DeadlinesCreateAnswer', {
    'data': 'DeadlineOut',
})

DeadlinesUpdateAnswer = TypedDict('DeadlinesUpdateAnswer', {
    'data': 'DeadlineOut',
})

DeadlinesDestroyAnswer = TypedDict('DeadlinesDestroyAnswer', {
    'data': 'Deleted',
})

NotesIndexAnswer = TypedDict('NotesIndexAnswer', {
    'data': 'list[NoteOut]',
    'pagination': 'Pagination',
})

NotesCreateAnswer = TypedDict('NotesCreateAnswer', {
    'data': 'NoteOut',
})

NotesUpdateAnswer = TypedDict('NotesUpdateAnswer', {
    'data': 'NoteOut',
})

NotesDestroyAnswer = TypedDict('NotesDestroyAnswer', {
    'data': 'Deleted',
})

PartiesIndexAnswer = TypedDict('PartiesIndexAnswer', {
    'data': 'list[MatterPartyOut]',
    'pagination': 'Pagination',
})

PartiesCreateAnswer = TypedDict('PartiesCreateAnswer', {
    'data': 'MatterPartyOut',
})

PartiesUpdateAnswer = TypedDict('PartiesUpdateAnswer', {
    'data': 'MatterPartyOut',
})

PartiesDestroyAnswer = TypedDict('PartiesDestroyAnswer', {
    'data': 'Deleted',
})

ConflictChecksCreateAnswer = TypedDict('ConflictChecksCreateAnswer', {
    'data': 'ConflictCheckOut',
})

ConflictChecksIndexAnswer = TypedDict('ConflictChecksIndexAnswer', {
    'data': 'list[ConflictCheckRow]',
    'pagination': 'CursorListPagination',
})

ConflictChecksShowAnswer = TypedDict('ConflictChecksShowAnswer', {
    'data': 'ConflictCheckOut',
})

ConflictChecksDecideAnswer = TypedDict('ConflictChecksDecideAnswer', {
    'data': 'ConflictCheckOut',
})

CommunicationsIndexAnswer = TypedDict('CommunicationsIndexAnswer', {
    'data': 'list[CommunicationOut]',
    'pagination': 'Pagination',
})

CommunicationsCreateAnswer = TypedDict('CommunicationsCreateAnswer', {
    'data': 'CommunicationOut',
})

CommunicationsRetryAnswer = TypedDict('CommunicationsRetryAnswer', {
    'data': 'CommunicationOut',
})

CommunicationsCancelAnswer = TypedDict('CommunicationsCancelAnswer', {
    'data': 'Deleted',
})

MatterFormsFillAnswer = TypedDict('MatterFormsFillAnswer', {
    'data': 'FillStarted',
})

MatterFormsIndexFillsAnswer = TypedDict('MatterFormsIndexFillsAnswer', {
    'data': 'list[FillOut]',
    'pagination': 'Pagination',
})

MatterFormsDestroyFillAnswer = TypedDict('MatterFormsDestroyFillAnswer', {
    'data': 'Deleted',
})

MatterFormsShowFillAnswer = TypedDict('MatterFormsShowFillAnswer', {
    'data': 'FillOut',
})

CourtQuestionsAskAnswer = TypedDict('CourtQuestionsAskAnswer', {
    'data': 'Asked',
})

LettersIndexAnswer = TypedDict('LettersIndexAnswer', {
    'data': 'list[LetterRow]',
    'pagination': 'Pagination',
})

LettersCreateAnswer = TypedDict('LettersCreateAnswer', {
    'data': 'LetterOut',
})

LettersShowAnswer = TypedDict('LettersShowAnswer', {
    'data': 'LetterOut',
})

LettersUpdateAnswer = TypedDict('LettersUpdateAnswer', {
    'data': 'LetterOut',
})

LettersSendAnswer = TypedDict('LettersSendAnswer', {
    'data': 'LetterOut',
})

LettersVoidAnswer = TypedDict('LettersVoidAnswer', {
    'data': 'LetterOut',
})

LettersVerifyAnswer = TypedDict('LettersVerifyAnswer', {
    'data': 'LetterVerified',
})

LettersFileAnswer = TypedDict('LettersFileAnswer', {
    'data': 'LetterFile',
})

IntakeFormShowAnswer = TypedDict('IntakeFormShowAnswer', {
    'data': 'IntakeFormOut',
})

IntakeFormCorrectAnswer = TypedDict('IntakeFormCorrectAnswer', {
    'data': 'IntakeFormOut',
})

IntakeLinkCreateAnswer = TypedDict('IntakeLinkCreateAnswer', {
    'data': 'IntakeLinkOut',
})

IntakeLinkShowAnswer = TypedDict('IntakeLinkShowAnswer', {
    'data': 'IntakeLinkOut',
})

IntakeLinkUpdateAnswer = TypedDict('IntakeLinkUpdateAnswer', {
    'data': 'IntakeLinkOut',
})

IntakeLinkDestroyAnswer = TypedDict('IntakeLinkDestroyAnswer', {
    'data': 'Deleted',
})

AllDeadlinesIndexAllAnswer = TypedDict('AllDeadlinesIndexAllAnswer', {
    'data': 'list[DeadlineRow]',
    'pagination': 'CursorListPagination',
})

AllCommunicationsIndexAllAnswer = TypedDict('AllCommunicationsIndexAllAnswer', {
    'data': 'list[CommunicationRow]',
    'pagination': 'CursorListPagination',
})

AllCommunicationsReadAnswer = TypedDict('AllCommunicationsReadAnswer', {
    'data': 'MarkedRead',
})

NotificationsReadAnswer = TypedDict('NotificationsReadAnswer', {
    'data': 'NotificationOut',
})

NotificationsReadAllAnswer = TypedDict('NotificationsReadAllAnswer', {
    'data': 'AllRead',
})

ClientsCreateAnswer = TypedDict('ClientsCreateAnswer', {
    'data': 'ClientCreated',
})

ClientsIndexAnswer = TypedDict('ClientsIndexAnswer', {
    'data': 'list[ClientRow]',
    'pagination': 'CursorListPagination',
})

ClientsShowAnswer = TypedDict('ClientsShowAnswer', {
    'data': 'ClientOut',
})

ClientsUpdateAnswer = TypedDict('ClientsUpdateAnswer', {
    'data': 'ClientOut',
})

ClientMergesCreateAnswer = TypedDict('ClientMergesCreateAnswer', {
    'data': 'MergeOut',
})

ClientMergesUndoAnswer = TypedDict('ClientMergesUndoAnswer', {
    'data': 'ClientCreated',
})

LegalHoldsIndexAnswer = TypedDict('LegalHoldsIndexAnswer', {
    'data': 'list[HoldRow]',
    'pagination': 'Pagination',
})

LegalHoldsCreateAnswer = TypedDict('LegalHoldsCreateAnswer', {
    'data': 'HoldOut',
})

LegalHoldsShowAnswer = TypedDict('LegalHoldsShowAnswer', {
    'data': 'HoldOut',
})

LegalHoldsUpdateAnswer = TypedDict('LegalHoldsUpdateAnswer', {
    'data': 'HoldOut',
})

LegalHoldsLiftAnswer = TypedDict('LegalHoldsLiftAnswer', {
    'data': 'HoldOut',
})

RetentionSchedulesIndexAnswer = TypedDict('RetentionSchedulesIndexAnswer', {
    'data': 'list[ScheduleOut]',
    'pagination': 'Pagination',
})

RetentionSchedulesCreateAnswer = TypedDict('RetentionSchedulesCreateAnswer', {
    'data': 'ScheduleOut',
})

RetentionSchedulesAddUsualAnswer = TypedDict('RetentionSchedulesAddUsualAnswer', {
    'data': 'list[ScheduleOut]',
})

RetentionSchedulesListWhatIsDueAnswer = TypedDict('RetentionSchedulesListWhatIsDueAnswer', {
    'data': 'list[DueRow]',
    'pagination': 'Pagination',
})

RetentionSchedulesPlanDueAnswer = TypedDict('RetentionSchedulesPlanDueAnswer', {
    'data': 'list[DueOutcome]',
})

RetentionSchedulesShowAnswer = TypedDict('RetentionSchedulesShowAnswer', {
    'data': 'ScheduleOut',
})

RetentionSchedulesUpdateAnswer = TypedDict('RetentionSchedulesUpdateAnswer', {
    'data': 'ScheduleOut',
})

RetentionSchedulesDestroyAnswer = TypedDict('RetentionSchedulesDestroyAnswer', {
    'data': 'Deleted',
})

PrivacyRequestsIndexAnswer = TypedDict('PrivacyRequestsIndexAnswer', {
    'data': 'list[PrivacyRequestOut]',
    'pagination': 'Pagination',
})

PrivacyRequestsCreateAnswer = TypedDict('PrivacyRequestsCreateAnswer', {
    'data': 'PrivacyRequestOut',
})

PrivacyRequestsShowAnswer = TypedDict('PrivacyRequestsShowAnswer', {
    'data': 'PrivacyRequestOut',
})

PrivacyRequestsVerifyAnswer = TypedDict('PrivacyRequestsVerifyAnswer', {
    'data': 'PrivacyRequestOut',
})

PrivacyRequestsCarryOutAnswer = TypedDict('PrivacyRequestsCarryOutAnswer', {
    'data': 'PrivacyRequestOut',
})

PrivacyRequestsExtendAnswer = TypedDict('PrivacyRequestsExtendAnswer', {
    'data': 'PrivacyRequestOut',
})

PrivacyRequestsAnswerAnswer = TypedDict('PrivacyRequestsAnswerAnswer', {
    'data': 'PrivacyRequestOut',
})

PrivacyRequestsRefuseAnswer = TypedDict('PrivacyRequestsRefuseAnswer', {
    'data': 'PrivacyRequestOut',
})

CourtFormsIndexAnswer = TypedDict('CourtFormsIndexAnswer', {
    'data': 'list[FormRow]',
    'pagination': 'Pagination',
})

CourtFormsCreateAnswer = TypedDict('CourtFormsCreateAnswer', {
    'data': 'FormIssued',
})

CourtFormsConfirmAnswer = TypedDict('CourtFormsConfirmAnswer', {
    'data': 'FormConfirmed',
})

CourtFormsShowAnswer = TypedDict('CourtFormsShowAnswer', {
    'data': 'FormOut',
})

CourtFormsDestroyAnswer = TypedDict('CourtFormsDestroyAnswer', {
    'data': 'Deleted',
})

CourtFormsSaveMappingAnswer = TypedDict('CourtFormsSaveMappingAnswer', {
    'data': 'MappingOut',
})

LetterTemplatesIndexTemplatesAnswer = TypedDict('LetterTemplatesIndexTemplatesAnswer', {
    'data': 'list[LetterTemplateOut]',
    'pagination': 'Pagination',
})

LetterTemplatesCreateTemplateAnswer = TypedDict('LetterTemplatesCreateTemplateAnswer', {
    'data': 'LetterTemplateOut',
})

LetterTemplatesShowTemplateAnswer = TypedDict('LetterTemplatesShowTemplateAnswer', {
    'data': 'LetterTemplateOut',
})

LetterTemplatesUpdateTemplateAnswer = TypedDict('LetterTemplatesUpdateTemplateAnswer', {
    'data': 'LetterTemplateOut',
})

LetterTemplatesDestroyTemplateAnswer = TypedDict('LetterTemplatesDestroyTemplateAnswer', {
    'data': 'Deleted',
})

DocumentsIndexAllAnswer = TypedDict('DocumentsIndexAllAnswer', {
    'data': 'list[DocumentRow]',
    'pagination': 'CursorListPagination',
})

DocumentsShowAnswer = TypedDict('DocumentsShowAnswer', {
    'data': 'DocumentOut',
})

DocumentsUpdateAnswer = TypedDict('DocumentsUpdateAnswer', {
    'data': 'DocumentOut',
})

DocumentsDestroyAnswer = TypedDict('DocumentsDestroyAnswer', {
    'data': 'Deleted',
})

DocumentsUploadsAnswer = TypedDict('DocumentsUploadsAnswer', {
    'data': 'list[UploadDetail]',
    'pagination': 'Pagination',
})

DocumentsWaiveAnswer = TypedDict('DocumentsWaiveAnswer', {
    'data': 'DocumentOut',
})

DocumentsAskAgainAnswer = TypedDict('DocumentsAskAgainAnswer', {
    'data': 'DocumentOut',
})

TemplatesIndexAnswer = TypedDict('TemplatesIndexAnswer', {
    'data': 'list[TemplateRow]',
    'pagination': 'Pagination',
})

TemplatesCreateAnswer = TypedDict('TemplatesCreateAnswer', {
    'data': 'TemplateOut',
})

TemplatesShowAnswer = TypedDict('TemplatesShowAnswer', {
    'data': 'TemplateOut',
})

TemplatesUpdateAnswer = TypedDict('TemplatesUpdateAnswer', {
    'data': 'TemplateOut',
})

TemplatesDestroyAnswer = TypedDict('TemplatesDestroyAnswer', {
    'data': 'Deleted',
})

TemplatesListVersionsAnswer = TypedDict('TemplatesListVersionsAnswer', {
    'data': 'list[TemplateVersionRow]',
    'pagination': 'Pagination',
})

TemplatesShowVersionAnswer = TypedDict('TemplatesShowVersionAnswer', {
    'data': 'TemplateVersionOut',
})

TemplatesRestoreAnswer = TypedDict('TemplatesRestoreAnswer', {
    'data': 'TemplateOut',
})

UploadsIndexAnswer = TypedDict('UploadsIndexAnswer', {
    'data': 'list[UploadRow]',
    'pagination': 'CursorListPagination',
})

UploadsIssueAnswer = TypedDict('UploadsIssueAnswer', {
    'data': 'SignedUrl',
})

UploadsConfirmAnswer = TypedDict('UploadsConfirmAnswer', {
    'data': 'UploadOut',
})

UploadsShowAnswer = TypedDict('UploadsShowAnswer', {
    'data': 'UploadDetail',
})

UploadsReviewAnswer = TypedDict('UploadsReviewAnswer', {
    'data': 'Reviewed',
})

UploadsReopenAnswer = TypedDict('UploadsReopenAnswer', {
    'data': 'UploadDetail',
})

UploadsDownloadAnswer = TypedDict('UploadsDownloadAnswer', {
    'data': 'Download',
})

PreviewsShowAnswer = TypedDict('PreviewsShowAnswer', {
    'data': 'PreviewOut',
})

PreviewsRotateAnswer = TypedDict('PreviewsRotateAnswer', {
    'data': 'PreviewOut',
})

ReviewReasonsIndexAnswer = TypedDict('ReviewReasonsIndexAnswer', {
    'data': 'list[ReasonOut]',
    'pagination': 'Pagination',
})

ReviewReasonsCreateAnswer = TypedDict('ReviewReasonsCreateAnswer', {
    'data': 'ReasonOut',
})

ReviewReasonsShowAnswer = TypedDict('ReviewReasonsShowAnswer', {
    'data': 'ReasonOut',
})

ReviewReasonsUpdateAnswer = TypedDict('ReviewReasonsUpdateAnswer', {
    'data': 'ReasonOut',
})

ReviewReasonsDestroyAnswer = TypedDict('ReviewReasonsDestroyAnswer', {
    'data': 'Deleted',
})

LeadsIndexAnswer = TypedDict('LeadsIndexAnswer', {
    'data': 'list[LeadOut]',
    'pagination': 'CursorListPagination',
})

LeadsCreateAnswer = TypedDict('LeadsCreateAnswer', {
    'data': 'LeadOut',
})

LeadsShowAnswer = TypedDict('LeadsShowAnswer', {
    'data': 'LeadShown',
})

LeadsUpdateAnswer = TypedDict('LeadsUpdateAnswer', {
    'data': 'LeadOut',
})

ConversionsCreateAnswer = TypedDict('ConversionsCreateAnswer', {
    'data': 'ConversionOut',
})

LeadFactsCreateAnswer = TypedDict('LeadFactsCreateAnswer', {
    'data': 'FactsLinkOut',
})

ViewsIndexAnswer = TypedDict('ViewsIndexAnswer', {
    'data': 'list[ViewOut]',
    'pagination': 'Pagination',
})

ViewsCreateAnswer = TypedDict('ViewsCreateAnswer', {
    'data': 'ViewOut',
})

ViewsShowAnswer = TypedDict('ViewsShowAnswer', {
    'data': 'ViewOut',
})

ViewsUpdateAnswer = TypedDict('ViewsUpdateAnswer', {
    'data': 'ViewOut',
})

ViewsDestroyAnswer = TypedDict('ViewsDestroyAnswer', {
    'data': 'Deleted',
})

InsightsFiguresShowAnswer = TypedDict('InsightsFiguresShowAnswer', {
    'data': 'InsightsOut',
})

ReportsIndexAnswer = TypedDict('ReportsIndexAnswer', {
    'data': 'list[ReportEntry]',
    'pagination': 'Pagination',
})

ReportsCreateMattersAnswer = TypedDict('ReportsCreateMattersAnswer', {
    'data': 'ReportMade',
})

ReportsCreateDocumentsAnswer = TypedDict('ReportsCreateDocumentsAnswer', {
    'data': 'ReportMade',
})

ReportsCreateDeadlinesAnswer = TypedDict('ReportsCreateDeadlinesAnswer', {
    'data': 'ReportMade',
})

ReportsCreateCommunicationsAnswer = TypedDict('ReportsCreateCommunicationsAnswer', {
    'data': 'ReportMade',
})

ReportsCreateIntakeFunnelAnswer = TypedDict('ReportsCreateIntakeFunnelAnswer', {
    'data': 'ReportMade',
})

ReportsCreateLeadFunnelAnswer = TypedDict('ReportsCreateLeadFunnelAnswer', {
    'data': 'ReportMade',
})

ReportsIndexSchedulesAnswer = TypedDict('ReportsIndexSchedulesAnswer', {
    'data': 'list[ReportScheduleOut]',
    'pagination': 'Pagination',
})

ReportsCreateScheduleAnswer = TypedDict('ReportsCreateScheduleAnswer', {
    'data': 'ReportScheduleOut',
})

ReportsDestroyScheduleAnswer = TypedDict('ReportsDestroyScheduleAnswer', {
    'data': 'Deleted',
})

ReportsShowAnswer = TypedDict('ReportsShowAnswer', {
    'data': 'ReportOut',
})

ReportsDestroyAnswer = TypedDict('ReportsDestroyAnswer', {
    'data': 'Deleted',
})

ExportsIndexAnswer = TypedDict('ExportsIndexAnswer', {
    'data': 'list[ExportRow]',
    'pagination': 'Pagination',
})

ExportsCreateAnswer = TypedDict('ExportsCreateAnswer', {
    'data': 'ExportRow',
})

ExportsShowAnswer = TypedDict('ExportsShowAnswer', {
    'data': 'ExportOut',
})

ExportsDestroyAnswer = TypedDict('ExportsDestroyAnswer', {
    'data': 'Deleted',
})

FirmsShowAnswer = TypedDict('FirmsShowAnswer', {
    'data': 'FirmOut',
})

FirmsUpdateAnswer = TypedDict('FirmsUpdateAnswer', {
    'data': 'FirmUpdated',
})

FirmsPreferencesAnswer = TypedDict('FirmsPreferencesAnswer', {
    'data': 'PreferencesOut',
})

FirmsUpdatePreferencesAnswer = TypedDict('FirmsUpdatePreferencesAnswer', {
    'data': 'PreferencesOut',
})

UsersInviteAnswer = TypedDict('UsersInviteAnswer', {
    'data': 'InvitationOut',
})

UsersIndexAnswer = TypedDict('UsersIndexAnswer', {
    'data': 'list[UserRow]',
    'pagination': 'Pagination',
})

UsersUpdateAnswer = TypedDict('UsersUpdateAnswer', {
    'data': 'UserChanged',
})

UsersWithdrawAnswer = TypedDict('UsersWithdrawAnswer', {
    'data': 'Deleted',
})

UsersResendAnswer = TypedDict('UsersResendAnswer', {
    'data': 'InvitationOut',
})

FirmSessionsReviewAnswer = TypedDict('FirmSessionsReviewAnswer', {
    'data': 'list[SessionRow]',
    'pagination': 'Pagination',
})

FirmSessionsEndAnswer = TypedDict('FirmSessionsEndAnswer', {
    'data': 'Deleted',
})

SessionsIndexAnswer = TypedDict('SessionsIndexAnswer', {
    'data': 'list[SessionOut]',
    'pagination': 'Pagination',
})

SessionsEndAllAnswer = TypedDict('SessionsEndAllAnswer', {
    'data': 'SignedOut',
})

HandoversCreateAnswer = TypedDict('HandoversCreateAnswer', {
    'data': 'HandoverOut',
})

ClosingShowAnswer = TypedDict('ClosingShowAnswer', {
    'data': 'ClosingOut',
})

ClosingCreateAnswer = TypedDict('ClosingCreateAnswer', {
    'data': 'ClosingOut',
})

ClosingDestroyAnswer = TypedDict('ClosingDestroyAnswer', {
    'data': 'ClosingOut',
})

ApiKeysCreateAnswer = TypedDict('ApiKeysCreateAnswer', {
    'data': 'ApiKeyCreated',
})

ApiKeysIndexAnswer = TypedDict('ApiKeysIndexAnswer', {
    'data': 'list[ApiKeyRow]',
    'pagination': 'Pagination',
})

ApiKeysRevokeAnswer = TypedDict('ApiKeysRevokeAnswer', {
    'data': 'Deleted',
})

ApiKeysRegenerateAnswer = TypedDict('ApiKeysRegenerateAnswer', {
    'data': 'ApiKeyCreated',
})

LogoIssueAnswer = TypedDict('LogoIssueAnswer', {
    'data': 'FirmLogoUrl',
})

LogoRemoveAnswer = TypedDict('LogoRemoveAnswer', {
    'data': 'FirmLogo',
})

LogoConfirmAnswer = TypedDict('LogoConfirmAnswer', {
    'data': 'FirmLogo',
})

UsageShowAnswer = TypedDict('UsageShowAnswer', {
    'data': 'UsageOut',
})

OnboardingShowAnswer = TypedDict('OnboardingShowAnswer', {
    'data': 'OnboardingOut',
})

OnboardingSaveAnswer = TypedDict('OnboardingSaveAnswer', {
    'data': 'OnboardingOut',
})

BillingCheckoutAnswer = TypedDict('BillingCheckoutAnswer', {
    'data': 'AddressOut',
})

BillingPortalAnswer = TypedDict('BillingPortalAnswer', {
    'data': 'AddressOut',
})

BillingShowAnswer = TypedDict('BillingShowAnswer', {
    'data': 'SubscriptionOut',
})

BillingChangeAnswer = TypedDict('BillingChangeAnswer', {
    'data': 'PlanChanged',
})

ErasuresIndexAnswer = TypedDict('ErasuresIndexAnswer', {
    'data': 'list[ErasureOut]',
    'pagination': 'Pagination',
})

ErasuresCreateAnswer = TypedDict('ErasuresCreateAnswer', {
    'data': 'ErasureOut',
})

ErasuresShowAnswer = TypedDict('ErasuresShowAnswer', {
    'data': 'ErasureOut',
})

ErasuresDestroyAnswer = TypedDict('ErasuresDestroyAnswer', {
    'data': 'Deleted',
})

ErasuresConfirmAnswer = TypedDict('ErasuresConfirmAnswer', {
    'data': 'ErasureOut',
})

ErasuresCertificateAnswer = TypedDict('ErasuresCertificateAnswer', {
    'data': 'CertificateOut',
})

WebhooksCreateAnswer = TypedDict('WebhooksCreateAnswer', {
    'data': 'WebhookCreated',
})

WebhooksIndexAnswer = TypedDict('WebhooksIndexAnswer', {
    'data': 'list[WebhookRow]',
    'pagination': 'Pagination',
})

WebhooksShowAnswer = TypedDict('WebhooksShowAnswer', {
    'data': 'WebhookRow',
})

WebhooksUpdateAnswer = TypedDict('WebhooksUpdateAnswer', {
    'data': 'WebhookOut',
})

WebhooksDestroyAnswer = TypedDict('WebhooksDestroyAnswer', {
    'data': 'Deleted',
})

WebhooksTestAnswer = TypedDict('WebhooksTestAnswer', {
    'data': 'WebhookTested',
})

WebhooksRotateSecretAnswer = TypedDict('WebhooksRotateSecretAnswer', {
    'data': 'SecretRotated',
})

WebhooksStatisticsAnswer = TypedDict('WebhooksStatisticsAnswer', {
    'data': 'DeliveryStatistics',
})

WebhooksDeliveriesAnswer = TypedDict('WebhooksDeliveriesAnswer', {
    'data': 'list[DeliveryRow]',
    'pagination': 'Pagination',
})

WebhooksDeliveryAnswer = TypedDict('WebhooksDeliveryAnswer', {
    'data': 'DeliveryOut',
})

WebhooksRedeliverAnswer = TypedDict('WebhooksRedeliverAnswer', {
    'data': 'DeliveryRow',
})

WebhooksRedeliverFailedAnswer = TypedDict('WebhooksRedeliverFailedAnswer', {
    'data': 'Redelivered',
})

WebhookDeliveriesIndexDeliveriesAnswer = TypedDict('WebhookDeliveriesIndexDeliveriesAnswer', {
    'data': 'list[DeliveryOfFirm]',
    'pagination': 'Pagination',
})

WebhookDeliveriesRedeliverListedAnswer = TypedDict('WebhookDeliveriesRedeliverListedAnswer', {
    'data': 'Redelivered',
})

OauthClientsCreateAnswer = TypedDict('OauthClientsCreateAnswer', {
    'data': 'OauthClientCreated',
})

OauthClientsIndexAnswer = TypedDict('OauthClientsIndexAnswer', {
    'data': 'list[OauthClientOut]',
    'pagination': 'Pagination',
})

OauthClientsShowAnswer = TypedDict('OauthClientsShowAnswer', {
    'data': 'OauthClientOut',
})

OauthClientsUpdateAnswer = TypedDict('OauthClientsUpdateAnswer', {
    'data': 'OauthClientOut',
})

OauthClientsDestroyAnswer = TypedDict('OauthClientsDestroyAnswer', {
    'data': 'Deleted',
})

OauthClientsRotateSecretAnswer = TypedDict('OauthClientsRotateSecretAnswer', {
    'data': 'OauthSecretRotated',
})

OauthConsentsConsentsAnswer = TypedDict('OauthConsentsConsentsAnswer', {
    'data': 'list[OauthConsentRow]',
    'pagination': 'Pagination',
})

OauthConsentsWithdrawAnswer = TypedDict('OauthConsentsWithdrawAnswer', {
    'data': 'Deleted',
})


class Operations:
    """Every operation of the API."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def matters_create(self, body: MatterIn, *, idempotency_key: str | None = None) -> MattersCreateAnswer:
        "Open a matter."
        answer: MattersCreateAnswer = self._transport.request('POST', '/api/v1/matters', {}, body=body, replayable=True, idempotency_key=idempotency_key)
        return answer

    def matters_index(self, *, page: int | None = None, per_page: int | None = None, cursor: str | None = None, updated_since: str | None = None, status: Literal['all', 'active', 'closed', 'archived'] | None = None, practice_area: Literal['personal_injury', 'estate_planning', 'family_law', 'immigration', 'criminal', 'business', 'real_estate', 'other'] | None = None, client_id: str | None = None, assigned_attorney: str | None = None, tag: str | None = None, focus: Literal['needs_action', 'silent', 'due', 'ready'] | None = None, days: int | None = None, search: str | None = None, sort: Literal['created_at', 'updated_at', 'title', 'client_active_at', 'next_deadline'] | None = None, order: Literal['asc', 'desc'] | None = None) -> MattersIndexAnswer:
        "List matters."
        answer: MattersIndexAnswer = self._transport.request('GET', '/api/v1/matters', {}, query={'page': page, 'per_page': per_page, 'cursor': cursor, 'updated_since': updated_since, 'status': status, 'practice_area': practice_area, 'client_id': client_id, 'assigned_attorney': assigned_attorney, 'tag': tag, 'focus': focus, 'days': days, 'search': search, 'sort': sort, 'order': order})
        return answer

    def matters_show(self, matter_id: str) -> MattersShowAnswer:
        "Retrieve a matter with its client."
        answer: MattersShowAnswer = self._transport.request('GET', '/api/v1/matters/{matter_id}', {'matter_id': matter_id})
        return answer

    def matters_update(self, matter_id: str, body: MatterPatch) -> MattersUpdateAnswer:
        "Change a matter."
        answer: MattersUpdateAnswer = self._transport.request('PATCH', '/api/v1/matters/{matter_id}', {'matter_id': matter_id}, body=body)
        return answer

    def matters_archive(self, matter_id: str, *, idempotency_key: str | None = None) -> MattersArchiveAnswer:
        "Archive a matter: it leaves the lists of active matters."
        answer: MattersArchiveAnswer = self._transport.request('POST', '/api/v1/matters/{matter_id}/archive', {'matter_id': matter_id}, replayable=True, idempotency_key=idempotency_key)
        return answer

    def bulk_create(self, body: BulkIn, *, idempotency_key: str | None = None) -> BulkCreateAnswer:
        "Remind the clients of many matters, or assign, close, archive or reopen them."
        answer: BulkCreateAnswer = self._transport.request('POST', '/api/v1/matters/bulk', {}, body=body, replayable=True, idempotency_key=idempotency_key)
        return answer

    def matter_documents_index(self, matter_id: str, *, page: int | None = None, per_page: int | None = None, status: Literal['pending', 'uploaded', 'approved', 'rejected'] | None = None) -> MatterDocumentsIndexAnswer:
        "List the document requests of a matter."
        answer: MatterDocumentsIndexAnswer = self._transport.request('GET', '/api/v1/matters/{matter_id}/documents', {'matter_id': matter_id}, query={'page': page, 'per_page': per_page, 'status': status})
        return answer

    def matter_documents_create(self, matter_id: str, body: DocumentIn, *, idempotency_key: str | None = None) -> MatterDocumentsCreateAnswer:
        "Ask the client of a matter for a document."
        answer: MatterDocumentsCreateAnswer = self._transport.request('POST', '/api/v1/matters/{matter_id}/documents/request', {'matter_id': matter_id}, body=body, replayable=True, idempotency_key=idempotency_key)
        return answer

    def archives_show(self, matter_id: str, *, files: Literal['approved', 'all'] | None = None) -> bytes:
        "Download the approved files of a matter as one zip archive, or with `files=all` every file."
        answer: bytes = self._transport.request('GET', '/api/v1/matters/{matter_id}/documents/archive', {'matter_id': matter_id}, query={'files': files})
        return answer

    def checklist_apply(self, matter_id: str, body: ChecklistIn, *, idempotency_key: str | None = None) -> ChecklistApplyAnswer:
        "Request all documents of a template that the matter does not request yet."
        answer: ChecklistApplyAnswer = self._transport.request('POST', '/api/v1/matters/{matter_id}/checklist', {'matter_id': matter_id}, body=body, replayable=True, idempotency_key=idempotency_key)
        return answer

    def deadlines_index(self, matter_id: str, *, page: int | None = None, per_page: int | None = None) -> DeadlinesIndexAnswer:
        "List the deadlines of a matter, the next one first."
        answer: DeadlinesIndexAnswer = self._transport.request('GET', '/api/v1/matters/{matter_id}/deadlines', {'matter_id': matter_id}, query={'page': page, 'per_page': per_page})
        return answer

    def deadlines_create(self, matter_id: str, body: DeadlineIn, *, idempotency_key: str | None = None) -> DeadlinesCreateAnswer:
        "Set a deadline."
        answer: DeadlinesCreateAnswer = self._transport.request('POST', '/api/v1/matters/{matter_id}/deadlines', {'matter_id': matter_id}, body=body, replayable=True, idempotency_key=idempotency_key)
        return answer

    def deadlines_update(self, matter_id: str, deadline_id: str, body: DeadlinePatch) -> DeadlinesUpdateAnswer:
        "Change a deadline."
        answer: DeadlinesUpdateAnswer = self._transport.request('PATCH', '/api/v1/matters/{matter_id}/deadlines/{deadline_id}', {'matter_id': matter_id, 'deadline_id': deadline_id}, body=body)
        return answer

    def deadlines_destroy(self, matter_id: str, deadline_id: str) -> DeadlinesDestroyAnswer:
        "Delete a deadline."
        answer: DeadlinesDestroyAnswer = self._transport.request('DELETE', '/api/v1/matters/{matter_id}/deadlines/{deadline_id}', {'matter_id': matter_id, 'deadline_id': deadline_id})
        return answer

    def notes_index(self, matter_id: str, *, page: int | None = None, per_page: int | None = None) -> NotesIndexAnswer:
        "List the firm's notes about a matter, with calls and meetings, the newest first."
        answer: NotesIndexAnswer = self._transport.request('GET', '/api/v1/matters/{matter_id}/notes', {'matter_id': matter_id}, query={'page': page, 'per_page': per_page})
        return answer

    def notes_create(self, matter_id: str, body: NoteIn, *, idempotency_key: str | None = None) -> NotesCreateAnswer:
        "Write a note about a matter, which clients never see."
        answer: NotesCreateAnswer = self._transport.request('POST', '/api/v1/matters/{matter_id}/notes', {'matter_id': matter_id}, body=body, replayable=True, idempotency_key=idempotency_key)
        return answer

    def notes_update(self, matter_id: str, note_id: str, body: NotePatch) -> NotesUpdateAnswer:
        "Change a note."
        answer: NotesUpdateAnswer = self._transport.request('PATCH', '/api/v1/matters/{matter_id}/notes/{note_id}', {'matter_id': matter_id, 'note_id': note_id}, body=body)
        return answer

    def notes_destroy(self, matter_id: str, note_id: str) -> NotesDestroyAnswer:
        "Delete a note. A person deletes their own."
        answer: NotesDestroyAnswer = self._transport.request('DELETE', '/api/v1/matters/{matter_id}/notes/{note_id}', {'matter_id': matter_id, 'note_id': note_id})
        return answer

    def parties_index(self, matter_id: str, *, page: int | None = None, per_page: int | None = None) -> PartiesIndexAnswer:
        "List the parties of a matter, in the order in which they were added."
        answer: PartiesIndexAnswer = self._transport.request('GET', '/api/v1/matters/{matter_id}/parties', {'matter_id': matter_id}, query={'page': page, 'per_page': per_page})
        return answer

    def parties_create(self, matter_id: str, body: MatterPartyIn, *, idempotency_key: str | None = None) -> PartiesCreateAnswer:
        "Add a party to a matter."
        answer: PartiesCreateAnswer = self._transport.request('POST', '/api/v1/matters/{matter_id}/parties', {'matter_id': matter_id}, body=body, replayable=True, idempotency_key=idempotency_key)
        return answer

    def parties_update(self, matter_id: str, party_id: str, body: MatterPartyPatch) -> PartiesUpdateAnswer:
        "Change a party."
        answer: PartiesUpdateAnswer = self._transport.request('PATCH', '/api/v1/matters/{matter_id}/parties/{party_id}', {'matter_id': matter_id, 'party_id': party_id}, body=body)
        return answer

    def parties_destroy(self, matter_id: str, party_id: str) -> PartiesDestroyAnswer:
        "Remove a party from its matter."
        answer: PartiesDestroyAnswer = self._transport.request('DELETE', '/api/v1/matters/{matter_id}/parties/{party_id}', {'matter_id': matter_id, 'party_id': party_id})
        return answer

    def conflict_checks_create(self, body: ConflictCheckIn, *, idempotency_key: str | None = None) -> ConflictChecksCreateAnswer:
        "Search for conflicts of interest, by names and for everybody in a matter or lead."
        answer: ConflictChecksCreateAnswer = self._transport.request('POST', '/api/v1/conflict-checks', {}, body=body, replayable=True, idempotency_key=idempotency_key)
        return answer

    def conflict_checks_index(self, *, page: int | None = None, per_page: int | None = None, cursor: str | None = None, matter_id: str | None = None, lead_id: str | None = None, decision: Literal['clear', 'waived', 'screened', 'conflict', 'open'] | None = None) -> ConflictChecksIndexAnswer:
        "List the conflict checks, the newest first."
        answer: ConflictChecksIndexAnswer = self._transport.request('GET', '/api/v1/conflict-checks', {}, query={'page': page, 'per_page': per_page, 'cursor': cursor, 'matter_id': matter_id, 'lead_id': lead_id, 'decision': decision})
        return answer

    def conflict_checks_show(self, conflict_check_id: str) -> ConflictChecksShowAnswer:
        "Return a conflict check with its hits, as far as the caller may see their records."
        answer: ConflictChecksShowAnswer = self._transport.request('GET', '/api/v1/conflict-checks/{conflict_check_id}', {'conflict_check_id': conflict_check_id})
        return answer

    def conflict_checks_print_check(self, conflict_check_id: str) -> bytes:
        "Return a conflict check as a PDF, with the hits as far as the caller may see their records."
        answer: bytes = self._transport.request('GET', '/api/v1/conflict-checks/{conflict_check_id}/pdf', {'conflict_check_id': conflict_check_id})
        return answer

    def conflict_checks_decide(self, conflict_check_id: str, body: DecisionIn, *, idempotency_key: str | None = None) -> ConflictChecksDecideAnswer:
        "Decide on a conflict check."
        answer: ConflictChecksDecideAnswer = self._transport.request('POST', '/api/v1/conflict-checks/{conflict_check_id}/decide', {'conflict_check_id': conflict_check_id}, body=body, replayable=True, idempotency_key=idempotency_key)
        return answer

    def communications_index(self, matter_id: str, *, page: int | None = None, per_page: int | None = None, channel: Literal['email', 'sms'] | None = None, direction: Literal['outbound', 'inbound'] | None = None) -> CommunicationsIndexAnswer:
        "List the messages of a matter, the latest first."
        answer: CommunicationsIndexAnswer = self._transport.request('GET', '/api/v1/matters/{matter_id}/communications', {'matter_id': matter_id}, query={'page': page, 'per_page': per_page, 'channel': channel, 'direction': direction})
        return answer

    def communications_create(self, matter_id: str, body: CommunicationIn, *, idempotency_key: str | None = None) -> CommunicationsCreateAnswer:
        "Write to the client of a matter by e-mail or SMS."
        answer: CommunicationsCreateAnswer = self._transport.request('POST', '/api/v1/matters/{matter_id}/communications', {'matter_id': matter_id}, body=body, replayable=True, idempotency_key=idempotency_key)
        return answer

    def communications_retry(self, matter_id: str, communication_id: str, *, idempotency_key: str | None = None) -> CommunicationsRetryAnswer:
        "Send a failed message again, once, as a new message."
        answer: CommunicationsRetryAnswer = self._transport.request('POST', '/api/v1/matters/{matter_id}/communications/{communication_id}/retry', {'matter_id': matter_id, 'communication_id': communication_id}, replayable=True, idempotency_key=idempotency_key)
        return answer

    def communications_cancel(self, matter_id: str, communication_id: str) -> CommunicationsCancelAnswer:
        "Cancel a scheduled message."
        answer: CommunicationsCancelAnswer = self._transport.request('DELETE', '/api/v1/matters/{matter_id}/communications/{communication_id}', {'matter_id': matter_id, 'communication_id': communication_id})
        return answer

    def activity_index(self, matter_id: str, *, cursor: str | None = None, per_page: int | None = None) -> ActivityPage:
        "List the activity in a matter, the newest first."
        answer: ActivityPage = self._transport.request('GET', '/api/v1/matters/{matter_id}/activity', {'matter_id': matter_id}, query={'cursor': cursor, 'per_page': per_page})
        return answer

    def matter_forms_fill(self, matter_id: str, form_id: str, body: FillIn, *, idempotency_key: str | None = None) -> MatterFormsFillAnswer:
        "Fill in a form with the matter's data."
        answer: MatterFormsFillAnswer = self._transport.request('POST', '/api/v1/matters/{matter_id}/court-forms/{form_id}/fill', {'matter_id': matter_id, 'form_id': form_id}, body=body, replayable=True, idempotency_key=idempotency_key)
        return answer

    def matter_forms_index_fills(self, matter_id: str, *, page: int | None = None, per_page: int | None = None) -> MatterFormsIndexFillsAnswer:
        "List the forms that were filled in for a matter, the newest first."
        answer: MatterFormsIndexFillsAnswer = self._transport.request('GET', '/api/v1/matters/{matter_id}/court-forms/fills', {'matter_id': matter_id}, query={'page': page, 'per_page': per_page})
        return answer

    def matter_forms_destroy_fill(self, matter_id: str, fill_id: str) -> MatterFormsDestroyFillAnswer:
        "Remove a filled form with its document, so that the form can be filled in again."
        answer: MatterFormsDestroyFillAnswer = self._transport.request('DELETE', '/api/v1/matters/{matter_id}/court-forms/fills/{fill_id}', {'matter_id': matter_id, 'fill_id': fill_id})
        return answer

    def matter_forms_show_fill(self, matter_id: str, fill_id: str) -> MatterFormsShowFillAnswer:
        "Retrieve a filled form: its document, or the fields whose values are missing."
        answer: MatterFormsShowFillAnswer = self._transport.request('GET', '/api/v1/matters/{matter_id}/court-forms/fills/{fill_id}', {'matter_id': matter_id, 'fill_id': fill_id})
        return answer

    def court_questions_ask(self, matter_id: str, fill_id: str, *, idempotency_key: str | None = None) -> CourtQuestionsAskAnswer:
        "Ask the client for the missing values of a court form: their intake link shows exactly these questions."
        answer: CourtQuestionsAskAnswer = self._transport.request('POST', '/api/v1/matters/{matter_id}/court-forms/fills/{fill_id}/ask', {'matter_id': matter_id, 'fill_id': fill_id}, replayable=True, idempotency_key=idempotency_key)
        return answer

    def letters_index(self, matter_id: str, *, page: int | None = None, per_page: int | None = None) -> LettersIndexAnswer:
        "List the letters of a matter, the newest first."
        answer: LettersIndexAnswer = self._transport.request('GET', '/api/v1/matters/{matter_id}/letters', {'matter_id': matter_id}, query={'page': page, 'per_page': per_page})
        return answer

    def letters_create(self, matter_id: str, body: LetterIn, *, idempotency_key: str | None = None) -> LettersCreateAnswer:
        "Make a draft from a template or a text."
        answer: LettersCreateAnswer = self._transport.request('POST', '/api/v1/matters/{matter_id}/letters', {'matter_id': matter_id}, body=body, replayable=True, idempotency_key=idempotency_key)
        return answer

    def letters_show(self, matter_id: str, letter_id: str) -> LettersShowAnswer:
        "Retrieve a letter with the state of each signer."
        answer: LettersShowAnswer = self._transport.request('GET', '/api/v1/matters/{matter_id}/letters/{letter_id}', {'matter_id': matter_id, 'letter_id': letter_id})
        return answer

    def letters_update(self, matter_id: str, letter_id: str, body: LetterPatch) -> LettersUpdateAnswer:
        "Change a draft."
        answer: LettersUpdateAnswer = self._transport.request('PATCH', '/api/v1/matters/{matter_id}/letters/{letter_id}', {'matter_id': matter_id, 'letter_id': letter_id}, body=body)
        return answer

    def letters_send(self, matter_id: str, letter_id: str, *, idempotency_key: str | None = None) -> LettersSendAnswer:
        "Make the final PDF of a letter and send the first signer a link."
        answer: LettersSendAnswer = self._transport.request('POST', '/api/v1/matters/{matter_id}/letters/{letter_id}/send', {'matter_id': matter_id, 'letter_id': letter_id}, replayable=True, idempotency_key=idempotency_key)
        return answer

    def letters_void(self, matter_id: str, letter_id: str, body: VoidIn, *, idempotency_key: str | None = None) -> LettersVoidAnswer:
        "Withdraw a letter that the firm has not countersigned: its links no longer work."
        answer: LettersVoidAnswer = self._transport.request('POST', '/api/v1/matters/{matter_id}/letters/{letter_id}/void', {'matter_id': matter_id, 'letter_id': letter_id}, body=body, replayable=True, idempotency_key=idempotency_key)
        return answer

    def letters_verify(self, matter_id: str, letter_id: str) -> LettersVerifyAnswer:
        "Verify that the stored files are the signed ones, that the seal is valid, and that no event was changed."
        answer: LettersVerifyAnswer = self._transport.request('GET', '/api/v1/matters/{matter_id}/letters/{letter_id}/verify', {'matter_id': matter_id, 'letter_id': letter_id})
        return answer

    def letters_file(self, matter_id: str, letter_id: str) -> LettersFileAnswer:
        "Get the address of the sealed PDF, or before that of the one that was sent."
        answer: LettersFileAnswer = self._transport.request('GET', '/api/v1/matters/{matter_id}/letters/{letter_id}/file', {'matter_id': matter_id, 'letter_id': letter_id})
        return answer

    def intake_form_show(self, matter_id: str) -> IntakeFormShowAnswer:
        "Retrieve the questions to the client of a matter, with the answers."
        answer: IntakeFormShowAnswer = self._transport.request('GET', '/api/v1/matters/{matter_id}/intake-form', {'matter_id': matter_id})
        return answer

    def intake_form_pdf(self, matter_id: str, *, language: Literal['en', 'es'] | None = None) -> bytes:
        "Download the client's answers as a PDF, by section, as on the firm's page."
        answer: bytes = self._transport.request('GET', '/api/v1/matters/{matter_id}/intake-form/pdf', {'matter_id': matter_id}, query={'language': language})
        return answer

    def intake_form_correct(self, matter_id: str, body: CorrectionIn, *, idempotency_key: str | None = None) -> IntakeFormCorrectAnswer:
        "Correct answers that the client has submitted, with the reason."
        answer: IntakeFormCorrectAnswer = self._transport.request('POST', '/api/v1/matters/{matter_id}/intake-form/corrections', {'matter_id': matter_id}, body=body, replayable=True, idempotency_key=idempotency_key)
        return answer

    def intake_link_create(self, matter_id: str, body: IntakeLinkIn, *, idempotency_key: str | None = None) -> IntakeLinkCreateAnswer:
        "Make an intake link for a matter's client and send it."
        answer: IntakeLinkCreateAnswer = self._transport.request('POST', '/api/v1/matters/{matter_id}/intake-link', {'matter_id': matter_id}, body=body, replayable=True, idempotency_key=idempotency_key)
        return answer

    def intake_link_show(self, matter_id: str) -> IntakeLinkShowAnswer:
        "Retrieve the intake link of a matter."
        answer: IntakeLinkShowAnswer = self._transport.request('GET', '/api/v1/matters/{matter_id}/intake-link', {'matter_id': matter_id})
        return answer

    def intake_link_update(self, matter_id: str, body: IntakeLinkPatch) -> IntakeLinkUpdateAnswer:
        "Set the intake link of a matter to expire a number of days from now."
        answer: IntakeLinkUpdateAnswer = self._transport.request('PATCH', '/api/v1/matters/{matter_id}/intake-link', {'matter_id': matter_id}, body=body)
        return answer

    def intake_link_destroy(self, matter_id: str) -> IntakeLinkDestroyAnswer:
        "Revoke the intake link of a matter: it no longer works, and the client is not reminded."
        answer: IntakeLinkDestroyAnswer = self._transport.request('DELETE', '/api/v1/matters/{matter_id}/intake-link', {'matter_id': matter_id})
        return answer

    def all_deadlines_index_all(self, *, page: int | None = None, per_page: int | None = None, cursor: str | None = None, updated_since: str | None = None, matter_id: str | None = None, assigned_attorney: str | None = None, practice_area: Literal['personal_injury', 'estate_planning', 'family_law', 'immigration', 'criminal', 'business', 'real_estate', 'other'] | None = None, status: Literal['open', 'completed'] | None = None, due_after: str | None = None, due_before: str | None = None, sort: Literal['due_date'] | None = None, order: Literal['asc', 'desc'] | None = None) -> AllDeadlinesIndexAllAnswer:
        "List the deadlines of all matters, the earliest first."
        answer: AllDeadlinesIndexAllAnswer = self._transport.request('GET', '/api/v1/deadlines', {}, query={'page': page, 'per_page': per_page, 'cursor': cursor, 'updated_since': updated_since, 'matter_id': matter_id, 'assigned_attorney': assigned_attorney, 'practice_area': practice_area, 'status': status, 'due_after': due_after, 'due_before': due_before, 'sort': sort, 'order': order})
        return answer

    def all_communications_index_all(self, *, page: int | None = None, per_page: int | None = None, cursor: str | None = None, updated_since: str | None = None, matter_id: str | None = None, assigned_attorney: str | None = None, practice_area: Literal['personal_injury', 'estate_planning', 'family_law', 'immigration', 'criminal', 'business', 'real_estate', 'other'] | None = None, channel: Literal['email', 'sms'] | None = None, direction: Literal['outbound', 'inbound'] | None = None, status: Literal['queued', 'sent', 'delivered', 'failed'] | None = None, unread: bool | None = None, sort: Literal['created_at'] | None = None, order: Literal['asc', 'desc'] | None = None) -> AllCommunicationsIndexAllAnswer:
        "List the messages of all matters, the latest first."
        answer: AllCommunicationsIndexAllAnswer = self._transport.request('GET', '/api/v1/communications', {}, query={'page': page, 'per_page': per_page, 'cursor': cursor, 'updated_since': updated_since, 'matter_id': matter_id, 'assigned_attorney': assigned_attorney, 'practice_area': practice_area, 'channel': channel, 'direction': direction, 'status': status, 'unread': unread, 'sort': sort, 'order': order})
        return answer

    def all_communications_read(self, communication_id: str, *, idempotency_key: str | None = None) -> AllCommunicationsReadAnswer:
        "Mark a client's message and the earlier ones of its matter as read."
        answer: AllCommunicationsReadAnswer = self._transport.request('POST', '/api/v1/communications/{communication_id}/read', {'communication_id': communication_id}, replayable=True, idempotency_key=idempotency_key)
        return answer

    def notifications_index(self, *, page: int | None = None, limit: int | None = None, read: bool | None = None, type: Literal['document_uploaded', 'intake_completed', 'deadline_approaching', 'intake_link_expired', 'message_received', 'message_refused', 'message_failed', 'document_noted', 'code_not_sent', 'file_quarantined', 'webhook_disabled', 'storage_limit_reached', 'api_key_unused', 'report_ready', 'report_failed', 'reminders_ended', 'payment_failed', 'usage_near_limit', 'lead_received', 'hold_to_lift', 'records_due', 'export_ready', 'export_failed', 'privacy_request_received', 'privacy_request_due', 'letter_signed', 'letter_declined', 'letter_completed'] | None = None) -> Feed:
        "List the firm's notifications, the newest first."
        answer: Feed = self._transport.request('GET', '/api/v1/notifications', {}, query={'page': page, 'limit': limit, 'read': read, 'type': type})
        return answer

    def notifications_recent(self, *, limit: int | None = None) -> Feed:
        "List the latest notifications, for a menu."
        answer: Feed = self._transport.request('GET', '/api/v1/notifications/recent', {}, query={'limit': limit})
        return answer

    def notifications_read(self, notification_id: str, *, idempotency_key: str | None = None) -> NotificationsReadAnswer:
        "Mark a notification as read."
        answer: NotificationsReadAnswer = self._transport.request('POST', '/api/v1/notifications/{notification_id}/read', {'notification_id': notification_id}, replayable=True, idempotency_key=idempotency_key)
        return answer

    def notifications_read_all(self, *, idempotency_key: str | None = None) -> NotificationsReadAllAnswer:
        "Mark all notifications as read."
        answer: NotificationsReadAllAnswer = self._transport.request('POST', '/api/v1/notifications/read-all', {}, replayable=True, idempotency_key=idempotency_key)
        return answer

    def clients_create(self, body: ClientIn, *, idempotency_key: str | None = None) -> ClientsCreateAnswer:
        "Register a client."
        answer: ClientsCreateAnswer = self._transport.request('POST', '/api/v1/clients', {}, body=body, replayable=True, idempotency_key=idempotency_key)
        return answer

    def clients_index(self, *, page: int | None = None, per_page: int | None = None, cursor: str | None = None, updated_since: str | None = None, search: str | None = None, sort: Literal['created_at', 'last_name'] | None = None, order: Literal['asc', 'desc'] | None = None) -> ClientsIndexAnswer:
        "List clients."
        answer: ClientsIndexAnswer = self._transport.request('GET', '/api/v1/clients', {}, query={'page': page, 'per_page': per_page, 'cursor': cursor, 'updated_since': updated_since, 'search': search, 'sort': sort, 'order': order})
        return answer

    def clients_show(self, client_id: str) -> ClientsShowAnswer:
        "Retrieve a client with its matters."
        answer: ClientsShowAnswer = self._transport.request('GET', '/api/v1/clients/{client_id}', {'client_id': client_id})
        return answer

    def clients_update(self, client_id: str, body: ClientPatch) -> ClientsUpdateAnswer:
        "Change a client."
        answer: ClientsUpdateAnswer = self._transport.request('PATCH', '/api/v1/clients/{client_id}', {'client_id': client_id}, body=body)
        return answer

    def client_merges_create(self, client_id: str, body: MergeIn, *, idempotency_key: str | None = None) -> ClientMergesCreateAnswer:
        "Merge a client into another one, who keeps the records of both."
        answer: ClientMergesCreateAnswer = self._transport.request('POST', '/api/v1/clients/{client_id}/merge', {'client_id': client_id}, body=body, replayable=True, idempotency_key=idempotency_key)
        return answer

    def client_merges_undo(self, client_id: str, *, idempotency_key: str | None = None) -> ClientMergesUndoAnswer:
        "Undo the merge of the client, and return the client."
        answer: ClientMergesUndoAnswer = self._transport.request('POST', '/api/v1/clients/{client_id}/merge/undo', {'client_id': client_id}, replayable=True, idempotency_key=idempotency_key)
        return answer

    def legal_holds_index(self, *, page: int | None = None, per_page: int | None = None, status: Literal['in_force', 'lifted'] | None = None, client_id: str | None = None, matter_id: str | None = None) -> LegalHoldsIndexAnswer:
        "List legal holds, including lifted ones, the newest first."
        answer: LegalHoldsIndexAnswer = self._transport.request('GET', '/api/v1/legal-holds', {}, query={'page': page, 'per_page': per_page, 'status': status, 'client_id': client_id, 'matter_id': matter_id})
        return answer

    def legal_holds_create(self, body: HoldIn, *, idempotency_key: str | None = None) -> LegalHoldsCreateAnswer:
        "Put a client with all matters, a matter, or all matters that a search finds on legal hold."
        answer: LegalHoldsCreateAnswer = self._transport.request('POST', '/api/v1/legal-holds', {}, body=body, replayable=True, idempotency_key=idempotency_key)
        return answer

    def legal_holds_show(self, legal_hold_id: str) -> LegalHoldsShowAnswer:
        "Retrieve a legal hold."
        answer: LegalHoldsShowAnswer = self._transport.request('GET', '/api/v1/legal-holds/{legal_hold_id}', {'legal_hold_id': legal_hold_id})
        return answer

    def legal_holds_update(self, legal_hold_id: str, body: HoldPatch) -> LegalHoldsUpdateAnswer:
        "Change the reason of a hold, or the day on which the admins are reminded of it."
        answer: LegalHoldsUpdateAnswer = self._transport.request('PATCH', '/api/v1/legal-holds/{legal_hold_id}', {'legal_hold_id': legal_hold_id}, body=body)
        return answer

    def legal_holds_lift(self, legal_hold_id: str, *, idempotency_key: str | None = None) -> LegalHoldsLiftAnswer:
        "Lift a hold."
        answer: LegalHoldsLiftAnswer = self._transport.request('POST', '/api/v1/legal-holds/{legal_hold_id}/lift', {'legal_hold_id': legal_hold_id}, replayable=True, idempotency_key=idempotency_key)
        return answer

    def retention_schedules_index(self, *, page: int | None = None, per_page: int | None = None) -> RetentionSchedulesIndexAnswer:
        "List retention schedules: those of matters first, and of each kind first the one for all other practice areas."
        answer: RetentionSchedulesIndexAnswer = self._transport.request('GET', '/api/v1/retention-schedules', {}, query={'page': page, 'per_page': per_page})
        return answer

    def retention_schedules_create(self, body: ScheduleIn, *, idempotency_key: str | None = None) -> RetentionSchedulesCreateAnswer:
        "Create a retention schedule."
        answer: RetentionSchedulesCreateAnswer = self._transport.request('POST', '/api/v1/retention-schedules', {}, body=body, replayable=True, idempotency_key=idempotency_key)
        return answer

    def retention_schedules_add_usual(self, *, idempotency_key: str | None = None) -> RetentionSchedulesAddUsualAnswer:
        "Add the usual schedules of matters and of leads for the practice areas that have none."
        answer: RetentionSchedulesAddUsualAnswer = self._transport.request('POST', '/api/v1/retention-schedules/usual', {}, replayable=True, idempotency_key=idempotency_key)
        return answer

    def retention_schedules_list_what_is_due(self, *, page: int | None = None, per_page: int | None = None, kind: Literal['matters', 'leads', 'clients'] | None = None, planned: bool | None = None) -> RetentionSchedulesListWhatIsDueAnswer:
        "List the matters, leads or clients whose time is over."
        answer: RetentionSchedulesListWhatIsDueAnswer = self._transport.request('GET', '/api/v1/retention-schedules/due', {}, query={'page': page, 'per_page': per_page, 'kind': kind, 'planned': planned})
        return answer

    def retention_schedules_plan_due(self, body: DueIn, *, idempotency_key: str | None = None) -> RetentionSchedulesPlanDueAnswer:
        "Plan the destruction of due records."
        answer: RetentionSchedulesPlanDueAnswer = self._transport.request('POST', '/api/v1/retention-schedules/due', {}, body=body, replayable=True, idempotency_key=idempotency_key)
        return answer

    def retention_schedules_show(self, retention_schedule_id: str) -> RetentionSchedulesShowAnswer:
        "Retrieve a retention schedule."
        answer: RetentionSchedulesShowAnswer = self._transport.request('GET', '/api/v1/retention-schedules/{retention_schedule_id}', {'retention_schedule_id': retention_schedule_id})
        return answer

    def retention_schedules_update(self, retention_schedule_id: str, body: SchedulePatch) -> RetentionSchedulesUpdateAnswer:
        "Change a retention schedule, from now on for all its records."
        answer: RetentionSchedulesUpdateAnswer = self._transport.request('PATCH', '/api/v1/retention-schedules/{retention_schedule_id}', {'retention_schedule_id': retention_schedule_id}, body=body)
        return answer

    def retention_schedules_destroy(self, retention_schedule_id: str) -> RetentionSchedulesDestroyAnswer:
        "Remove a retention schedule."
        answer: RetentionSchedulesDestroyAnswer = self._transport.request('DELETE', '/api/v1/retention-schedules/{retention_schedule_id}', {'retention_schedule_id': retention_schedule_id})
        return answer

    def privacy_requests_index(self, *, page: int | None = None, per_page: int | None = None, client_id: str | None = None, kind: Literal['access', 'correction', 'deletion', 'portability'] | None = None, status: Literal['received', 'verifying', 'in_progress', 'answered', 'refused'] | None = None, open: bool | None = None) -> PrivacyRequestsIndexAnswer:
        "List the requests of people about their data: open ones first, by the day on which they are due."
        answer: PrivacyRequestsIndexAnswer = self._transport.request('GET', '/api/v1/privacy-requests', {}, query={'page': page, 'per_page': per_page, 'client_id': client_id, 'kind': kind, 'status': status, 'open': open})
        return answer

    def privacy_requests_create(self, body: PrivacyRequestIn, *, idempotency_key: str | None = None) -> PrivacyRequestsCreateAnswer:
        "Enter a request that reached the firm by e-mail, telephone, letter or in its office."
        answer: PrivacyRequestsCreateAnswer = self._transport.request('POST', '/api/v1/privacy-requests', {}, body=body, replayable=True, idempotency_key=idempotency_key)
        return answer

    def privacy_requests_show(self, privacy_request_id: str) -> PrivacyRequestsShowAnswer:
        "Retrieve a privacy request."
        answer: PrivacyRequestsShowAnswer = self._transport.request('GET', '/api/v1/privacy-requests/{privacy_request_id}', {'privacy_request_id': privacy_request_id})
        return answer

    def privacy_requests_verify(self, privacy_request_id: str, body: VerificationIn, *, idempotency_key: str | None = None) -> PrivacyRequestsVerifyAnswer:
        "Record how you verified who is asking."
        answer: PrivacyRequestsVerifyAnswer = self._transport.request('POST', '/api/v1/privacy-requests/{privacy_request_id}/verify', {'privacy_request_id': privacy_request_id}, body=body, replayable=True, idempotency_key=idempotency_key)
        return answer

    def privacy_requests_carry_out(self, privacy_request_id: str, *, idempotency_key: str | None = None) -> PrivacyRequestsCarryOutAnswer:
        "Make an export of the client's data, or request their erasure, which has to be confirmed separately."
        answer: PrivacyRequestsCarryOutAnswer = self._transport.request('POST', '/api/v1/privacy-requests/{privacy_request_id}/carry-out', {'privacy_request_id': privacy_request_id}, replayable=True, idempotency_key=idempotency_key)
        return answer

    def privacy_requests_extend(self, privacy_request_id: str, body: ExtensionIn, *, idempotency_key: str | None = None) -> PrivacyRequestsExtendAnswer:
        "Extend the time by 45 days, once."
        answer: PrivacyRequestsExtendAnswer = self._transport.request('POST', '/api/v1/privacy-requests/{privacy_request_id}/extend', {'privacy_request_id': privacy_request_id}, body=body, replayable=True, idempotency_key=idempotency_key)
        return answer

    def privacy_requests_answer(self, privacy_request_id: str, body: AnswerIn, *, idempotency_key: str | None = None) -> PrivacyRequestsAnswerAnswer:
        "Write to the client that it was done, and close the request."
        answer: PrivacyRequestsAnswerAnswer = self._transport.request('POST', '/api/v1/privacy-requests/{privacy_request_id}/answer', {'privacy_request_id': privacy_request_id}, body=body, replayable=True, idempotency_key=idempotency_key)
        return answer

    def privacy_requests_refuse(self, privacy_request_id: str, body: ReasonIn, *, idempotency_key: str | None = None) -> PrivacyRequestsRefuseAnswer:
        "Write to the client why the request is refused, and close it."
        answer: PrivacyRequestsRefuseAnswer = self._transport.request('POST', '/api/v1/privacy-requests/{privacy_request_id}/refuse', {'privacy_request_id': privacy_request_id}, body=body, replayable=True, idempotency_key=idempotency_key)
        return answer

    def court_forms_index(self, *, page: int | None = None, per_page: int | None = None, state: Literal['US', 'AL', 'AK', 'AZ', 'AR', 'CA', 'CO', 'CT', 'DE', 'DC', 'FL', 'GA', 'HI', 'ID', 'IL', 'IN', 'IA', 'KS', 'KY', 'LA', 'ME', 'MD', 'MA', 'MI', 'MN', 'MS', 'MO', 'MT', 'NE', 'NV', 'NH', 'NJ', 'NM', 'NY', 'NC', 'ND', 'OH', 'OK', 'OR', 'PA', 'RI', 'SC', 'SD', 'TN', 'TX', 'UT', 'VT', 'VA', 'WA', 'WV', 'WI', 'WY', 'AS', 'GU', 'MP', 'PR', 'VI'] | None = None, practice_area: Literal['personal_injury', 'estate_planning', 'family_law', 'immigration', 'criminal', 'business', 'real_estate', 'other'] | None = None, court_type: Literal['appellate', 'bankruptcy', 'civil', 'criminal', 'family', 'housing', 'immigration', 'juvenile', 'probate', 'small_claims', 'tax', 'traffic', 'other'] | None = None, fillable: bool | None = None, source: Literal['firm', 'catalogue'] | None = None, search: str | None = None) -> CourtFormsIndexAnswer:
        "List court forms: the firm's own by name, and after them the catalog of official ones."
        answer: CourtFormsIndexAnswer = self._transport.request('GET', '/api/v1/court-forms', {}, query={'page': page, 'per_page': per_page, 'state': state, 'practice_area': practice_area, 'court_type': court_type, 'fillable': fillable, 'source': source, 'search': search})
        return answer

    def court_forms_create(self, body: FormIn, *, idempotency_key: str | None = None) -> CourtFormsCreateAnswer:
        "Add one of the firm's own PDF forms, and get an address to PUT it to."
        answer: CourtFormsCreateAnswer = self._transport.request('POST', '/api/v1/court-forms', {}, body=body, replayable=True, idempotency_key=idempotency_key)
        return answer

    def court_forms_confirm(self, form_id: str, *, idempotency_key: str | None = None) -> CourtFormsConfirmAnswer:
        "Confirm that the PDF was PUT."
        answer: CourtFormsConfirmAnswer = self._transport.request('POST', '/api/v1/court-forms/{form_id}/confirm', {'form_id': form_id}, replayable=True, idempotency_key=idempotency_key)
        return answer

    def court_forms_show(self, form_id: str) -> CourtFormsShowAnswer:
        "Retrieve a court form."
        answer: CourtFormsShowAnswer = self._transport.request('GET', '/api/v1/court-forms/{form_id}', {'form_id': form_id})
        return answer

    def court_forms_destroy(self, form_id: str) -> CourtFormsDestroyAnswer:
        "Remove one of the firm's own forms."
        answer: CourtFormsDestroyAnswer = self._transport.request('DELETE', '/api/v1/court-forms/{form_id}', {'form_id': form_id})
        return answer

    def court_forms_save_mapping(self, form_id: str, body: MappingIn) -> CourtFormsSaveMappingAnswer:
        "Save the mapping of a form's fields."
        answer: CourtFormsSaveMappingAnswer = self._transport.request('PUT', '/api/v1/court-forms/{form_id}/mapping', {'form_id': form_id}, body=body)
        return answer

    def letter_templates_index_templates(self, *, page: int | None = None, per_page: int | None = None) -> LetterTemplatesIndexTemplatesAnswer:
        "List the firm's letter templates, by name."
        answer: LetterTemplatesIndexTemplatesAnswer = self._transport.request('GET', '/api/v1/letter-templates', {}, query={'page': page, 'per_page': per_page})
        return answer

    def letter_templates_create_template(self, body: LetterTemplateIn, *, idempotency_key: str | None = None) -> LetterTemplatesCreateTemplateAnswer:
        "Add a template."
        answer: LetterTemplatesCreateTemplateAnswer = self._transport.request('POST', '/api/v1/letter-templates', {}, body=body, replayable=True, idempotency_key=idempotency_key)
        return answer

    def letter_templates_show_template(self, letter_template_id: str) -> LetterTemplatesShowTemplateAnswer:
        "Retrieve a template."
        answer: LetterTemplatesShowTemplateAnswer = self._transport.request('GET', '/api/v1/letter-templates/{letter_template_id}', {'letter_template_id': letter_template_id})
        return answer

    def letter_templates_update_template(self, letter_template_id: str, body: LetterTemplatePatch) -> LetterTemplatesUpdateTemplateAnswer:
        "Change a template."
        answer: LetterTemplatesUpdateTemplateAnswer = self._transport.request('PATCH', '/api/v1/letter-templates/{letter_template_id}', {'letter_template_id': letter_template_id}, body=body)
        return answer

    def letter_templates_destroy_template(self, letter_template_id: str) -> LetterTemplatesDestroyTemplateAnswer:
        "Remove a template."
        answer: LetterTemplatesDestroyTemplateAnswer = self._transport.request('DELETE', '/api/v1/letter-templates/{letter_template_id}', {'letter_template_id': letter_template_id})
        return answer

    def documents_index_all(self, *, page: int | None = None, per_page: int | None = None, cursor: str | None = None, updated_since: str | None = None, matter_id: str | None = None, assigned_attorney: str | None = None, practice_area: Literal['personal_injury', 'estate_planning', 'family_law', 'immigration', 'criminal', 'business', 'real_estate', 'other'] | None = None, status: Literal['pending', 'uploaded', 'approved', 'rejected'] | None = None, required: bool | None = None, overdue: bool | None = None, sort: Literal['created_at'] | None = None, order: Literal['asc', 'desc'] | None = None) -> DocumentsIndexAllAnswer:
        "List the document requests of all matters, the newest first."
        answer: DocumentsIndexAllAnswer = self._transport.request('GET', '/api/v1/documents', {}, query={'page': page, 'per_page': per_page, 'cursor': cursor, 'updated_since': updated_since, 'matter_id': matter_id, 'assigned_attorney': assigned_attorney, 'practice_area': practice_area, 'status': status, 'required': required, 'overdue': overdue, 'sort': sort, 'order': order})
        return answer

    def documents_show(self, document_id: str) -> DocumentsShowAnswer:
        "Retrieve a document request with its current file."
        answer: DocumentsShowAnswer = self._transport.request('GET', '/api/v1/documents/{document_id}', {'document_id': document_id})
        return answer

    def documents_update(self, document_id: str, body: DocumentPatch) -> DocumentsUpdateAnswer:
        "Change a document request."
        answer: DocumentsUpdateAnswer = self._transport.request('PATCH', '/api/v1/documents/{document_id}', {'document_id': document_id}, body=body)
        return answer

    def documents_destroy(self, document_id: str) -> DocumentsDestroyAnswer:
        "Delete a document request for which no file has been handed in."
        answer: DocumentsDestroyAnswer = self._transport.request('DELETE', '/api/v1/documents/{document_id}', {'document_id': document_id})
        return answer

    def documents_uploads(self, document_id: str, *, page: int | None = None, per_page: int | None = None) -> DocumentsUploadsAnswer:
        "List every file that was handed in for a document request, the newest first."
        answer: DocumentsUploadsAnswer = self._transport.request('GET', '/api/v1/documents/{document_id}/uploads', {'document_id': document_id}, query={'page': page, 'per_page': per_page})
        return answer

    def documents_waive(self, document_id: str, body: WaiveIn, *, idempotency_key: str | None = None) -> DocumentsWaiveAnswer:
        "Waive a document."
        answer: DocumentsWaiveAnswer = self._transport.request('POST', '/api/v1/documents/{document_id}/waive', {'document_id': document_id}, body=body, replayable=True, idempotency_key=idempotency_key)
        return answer

    def documents_ask_again(self, document_id: str, *, idempotency_key: str | None = None) -> DocumentsAskAgainAnswer:
        "Ask the client once more for a document although they wrote why they lack it (`client_note`)."
        answer: DocumentsAskAgainAnswer = self._transport.request('POST', '/api/v1/documents/{document_id}/ask-again', {'document_id': document_id}, replayable=True, idempotency_key=idempotency_key)
        return answer

    def templates_index(self, *, page: int | None = None, per_page: int | None = None, case_type: str | None = None, practice_area: Literal['personal_injury', 'estate_planning', 'family_law', 'immigration', 'criminal', 'business', 'real_estate', 'other'] | None = None, state: Literal['AL', 'AK', 'AZ', 'AR', 'CA', 'CO', 'CT', 'DE', 'DC', 'FL', 'GA', 'HI', 'ID', 'IL', 'IN', 'IA', 'KS', 'KY', 'LA', 'ME', 'MD', 'MA', 'MI', 'MN', 'MS', 'MO', 'MT', 'NE', 'NV', 'NH', 'NJ', 'NM', 'NY', 'NC', 'ND', 'OH', 'OK', 'OR', 'PA', 'RI', 'SC', 'SD', 'TN', 'TX', 'UT', 'VT', 'VA', 'WA', 'WV', 'WI', 'WY', 'AS', 'GU', 'MP', 'PR', 'VI'] | None = None, built_in: bool | None = None, search: str | None = None) -> TemplatesIndexAnswer:
        "List the firm's intake templates, newest first, and after them the built-in ones."
        answer: TemplatesIndexAnswer = self._transport.request('GET', '/api/v1/matter-templates', {}, query={'page': page, 'per_page': per_page, 'case_type': case_type, 'practice_area': practice_area, 'state': state, 'built_in': built_in, 'search': search})
        return answer

    def templates_create(self, body: TemplateIn, *, idempotency_key: str | None = None) -> TemplatesCreateAnswer:
        "Make an intake template, or clone a matter's checklist into one."
        answer: TemplatesCreateAnswer = self._transport.request('POST', '/api/v1/matter-templates', {}, body=body, replayable=True, idempotency_key=idempotency_key)
        return answer

    def templates_show(self, template_id: str) -> TemplatesShowAnswer:
        "Retrieve an intake template with its form and its documents."
        answer: TemplatesShowAnswer = self._transport.request('GET', '/api/v1/matter-templates/{template_id}', {'template_id': template_id})
        return answer

    def templates_update(self, template_id: str, body: TemplatePatch) -> TemplatesUpdateAnswer:
        "Change an intake template."
        answer: TemplatesUpdateAnswer = self._transport.request('PATCH', '/api/v1/matter-templates/{template_id}', {'template_id': template_id}, body=body)
        return answer

    def templates_destroy(self, template_id: str) -> TemplatesDestroyAnswer:
        "Delete an intake template."
        answer: TemplatesDestroyAnswer = self._transport.request('DELETE', '/api/v1/matter-templates/{template_id}', {'template_id': template_id})
        return answer

    def templates_list_versions(self, template_id: str, *, page: int | None = None, per_page: int | None = None) -> TemplatesListVersionsAnswer:
        "List the versions of an intake template, the latest first."
        answer: TemplatesListVersionsAnswer = self._transport.request('GET', '/api/v1/matter-templates/{template_id}/versions', {'template_id': template_id}, query={'page': page, 'per_page': per_page})
        return answer

    def templates_show_version(self, template_id: str, template_version_id: str) -> TemplatesShowVersionAnswer:
        "Retrieve a version of an intake template."
        answer: TemplatesShowVersionAnswer = self._transport.request('GET', '/api/v1/matter-templates/{template_id}/versions/{template_version_id}', {'template_id': template_id, 'template_version_id': template_version_id})
        return answer

    def templates_restore(self, template_id: str, template_version_id: str, *, idempotency_key: str | None = None) -> TemplatesRestoreAnswer:
        "Restore a version of an intake template by saving it again."
        answer: TemplatesRestoreAnswer = self._transport.request('POST', '/api/v1/matter-templates/{template_id}/versions/{template_version_id}/restore', {'template_id': template_id, 'template_version_id': template_version_id}, replayable=True, idempotency_key=idempotency_key)
        return answer

    def uploads_index(self, *, page: int | None = None, per_page: int | None = None, cursor: str | None = None, updated_since: str | None = None, matter_id: str | None = None, assigned_attorney: str | None = None, practice_area: Literal['personal_injury', 'estate_planning', 'family_law', 'immigration', 'criminal', 'business', 'real_estate', 'other'] | None = None, status: Literal['pending', 'approved', 'rejected'] | None = None, scan_status: Literal['pending', 'clean', 'infected', 'skipped', 'failed'] | None = None, flag: Literal['unscanned', 'type_mismatch', 'resubmitted'] | None = None, uploaded_after: str | None = None, uploaded_before: str | None = None, filename: str | None = None, sort: Literal['uploaded_at'] | None = None, order: Literal['asc', 'desc'] | None = None) -> UploadsIndexAnswer:
        "List the files of all matters, the newest first."
        answer: UploadsIndexAnswer = self._transport.request('GET', '/api/v1/uploads', {}, query={'page': page, 'per_page': per_page, 'cursor': cursor, 'updated_since': updated_since, 'matter_id': matter_id, 'assigned_attorney': assigned_attorney, 'practice_area': practice_area, 'status': status, 'scan_status': scan_status, 'flag': flag, 'uploaded_after': uploaded_after, 'uploaded_before': uploaded_before, 'filename': filename, 'sort': sort, 'order': order})
        return answer

    def uploads_issue(self, body: SignedUrlIn, *, idempotency_key: str | None = None) -> UploadsIssueAnswer:
        "Get a storage address to PUT the file to."
        answer: UploadsIssueAnswer = self._transport.request('POST', '/api/v1/uploads/signed-url', {}, body=body, replayable=True, idempotency_key=idempotency_key)
        return answer

    def uploads_confirm(self, upload_id: str, *, idempotency_key: str | None = None) -> UploadsConfirmAnswer:
        "Confirm that the file was PUT."
        answer: UploadsConfirmAnswer = self._transport.request('POST', '/api/v1/uploads/{upload_id}/confirm', {'upload_id': upload_id}, replayable=True, idempotency_key=idempotency_key)
        return answer

    def uploads_show(self, upload_id: str) -> UploadsShowAnswer:
        "Retrieve a confirmed upload with its review, the state of its virus scan, and the detected type."
        answer: UploadsShowAnswer = self._transport.request('GET', '/api/v1/uploads/{upload_id}', {'upload_id': upload_id})
        return answer

    def uploads_review(self, upload_id: str, body: ReviewIn) -> UploadsReviewAnswer:
        "Approve or reject an upload."
        answer: UploadsReviewAnswer = self._transport.request('PATCH', '/api/v1/uploads/{upload_id}/status', {'upload_id': upload_id}, body=body)
        return answer

    def uploads_reopen(self, upload_id: str, *, idempotency_key: str | None = None) -> UploadsReopenAnswer:
        "Undo a rejection: the file waits for review again."
        answer: UploadsReopenAnswer = self._transport.request('POST', '/api/v1/uploads/{upload_id}/reopen', {'upload_id': upload_id}, replayable=True, idempotency_key=idempotency_key)
        return answer

    def uploads_download(self, upload_id: str, *, unscanned: bool | None = None) -> UploadsDownloadAnswer:
        "Get an address that serves the file as an attachment."
        answer: UploadsDownloadAnswer = self._transport.request('GET', '/api/v1/uploads/{upload_id}/download', {'upload_id': upload_id}, query={'unscanned': unscanned})
        return answer

    def previews_show(self, upload_id: str, *, first: int | None = None) -> PreviewsShowAnswer:
        "Get the pages of a file as images, twenty from page `first` on."
        answer: PreviewsShowAnswer = self._transport.request('GET', '/api/v1/uploads/{upload_id}/preview', {'upload_id': upload_id}, query={'first': first})
        return answer

    def previews_rotate(self, upload_id: str, body: PreviewPatch) -> PreviewsRotateAnswer:
        "Save the clockwise rotation of the pages: 0, 90, 180 or 270 degrees."
        answer: PreviewsRotateAnswer = self._transport.request('PATCH', '/api/v1/uploads/{upload_id}/preview', {'upload_id': upload_id}, body=body)
        return answer

    def review_reasons_index(self, *, page: int | None = None, per_page: int | None = None) -> ReviewReasonsIndexAnswer:
        "List the reasons for rejecting files, in the firm's order."
        answer: ReviewReasonsIndexAnswer = self._transport.request('GET', '/api/v1/review-reasons', {}, query={'page': page, 'per_page': per_page})
        return answer

    def review_reasons_create(self, body: ReviewReasonReasonIn, *, idempotency_key: str | None = None) -> ReviewReasonsCreateAnswer:
        "Add a reason."
        answer: ReviewReasonsCreateAnswer = self._transport.request('POST', '/api/v1/review-reasons', {}, body=body, replayable=True, idempotency_key=idempotency_key)
        return answer

    def review_reasons_show(self, reason_id: str) -> ReviewReasonsShowAnswer:
        "Retrieve a reason."
        answer: ReviewReasonsShowAnswer = self._transport.request('GET', '/api/v1/review-reasons/{reason_id}', {'reason_id': reason_id})
        return answer

    def review_reasons_update(self, reason_id: str, body: ReasonPatch) -> ReviewReasonsUpdateAnswer:
        "Change a reason."
        answer: ReviewReasonsUpdateAnswer = self._transport.request('PATCH', '/api/v1/review-reasons/{reason_id}', {'reason_id': reason_id}, body=body)
        return answer

    def review_reasons_destroy(self, reason_id: str) -> ReviewReasonsDestroyAnswer:
        "Remove a reason."
        answer: ReviewReasonsDestroyAnswer = self._transport.request('DELETE', '/api/v1/review-reasons/{reason_id}', {'reason_id': reason_id})
        return answer

    def search_show(self, *, q: str, types: str | None = None, limit: int | None = None) -> SearchOut:
        "Search matters, clients and documents."
        answer: SearchOut = self._transport.request('GET', '/api/v1/search', {}, query={'q': q, 'types': types, 'limit': limit})
        return answer

    def leads_index(self, *, page: int | None = None, per_page: int | None = None, cursor: str | None = None, updated_since: str | None = None, status: Literal['new', 'checking', 'cleared', 'offered', 'engaged', 'declined', 'lost'] | None = None, practice_area: Literal['personal_injury', 'estate_planning', 'family_law', 'immigration', 'criminal', 'business', 'real_estate', 'other'] | None = None, assigned_to: str | None = None, source: str | None = None, quarantined: bool | None = None, search: str | None = None, sort: Literal['created_at'] | None = None, order: Literal['asc', 'desc'] | None = None) -> LeadsIndexAnswer:
        "List leads, without those in quarantine unless they are asked for."
        answer: LeadsIndexAnswer = self._transport.request('GET', '/api/v1/leads', {}, query={'page': page, 'per_page': per_page, 'cursor': cursor, 'updated_since': updated_since, 'status': status, 'practice_area': practice_area, 'assigned_to': assigned_to, 'source': source, 'quarantined': quarantined, 'search': search, 'sort': sort, 'order': order})
        return answer

    def leads_create(self, body: LeadIn, *, idempotency_key: str | None = None) -> LeadsCreateAnswer:
        "Enter a lead, such as somebody who called."
        answer: LeadsCreateAnswer = self._transport.request('POST', '/api/v1/leads', {}, body=body, replayable=True, idempotency_key=idempotency_key)
        return answer

    def leads_show(self, lead_id: str) -> LeadsShowAnswer:
        "Retrieve a lead."
        answer: LeadsShowAnswer = self._transport.request('GET', '/api/v1/leads/{lead_id}', {'lead_id': lead_id})
        return answer

    def leads_update(self, lead_id: str, body: LeadPatch) -> LeadsUpdateAnswer:
        "Change a lead."
        answer: LeadsUpdateAnswer = self._transport.request('PATCH', '/api/v1/leads/{lead_id}', {'lead_id': lead_id}, body=body)
        return answer

    def conversions_create(self, lead_id: str, body: ConversionIn, *, idempotency_key: str | None = None) -> ConversionsCreateAnswer:
        "Make a cleared lead a client with a matter and an intake link."
        answer: ConversionsCreateAnswer = self._transport.request('POST', '/api/v1/leads/{lead_id}/convert', {'lead_id': lead_id}, body=body, replayable=True, idempotency_key=idempotency_key)
        return answer

    def lead_facts_create(self, lead_id: str, body: FactsLinkIn, *, idempotency_key: str | None = None) -> LeadFactsCreateAnswer:
        "Ask a cleared lead what happened: make the link to the second part of the lead form, and e-mail it."
        answer: LeadFactsCreateAnswer = self._transport.request('POST', '/api/v1/leads/{lead_id}/facts-link', {'lead_id': lead_id}, body=body, replayable=True, idempotency_key=idempotency_key)
        return answer

    def views_index(self, *, page: int | None = None, per_page: int | None = None) -> ViewsIndexAnswer:
        "List the saved views of the console's lists: the firm's, and the caller's own."
        answer: ViewsIndexAnswer = self._transport.request('GET', '/api/v1/views', {}, query={'page': page, 'per_page': per_page})
        return answer

    def views_create(self, body: ViewIn, *, idempotency_key: str | None = None) -> ViewsCreateAnswer:
        "Save a view."
        answer: ViewsCreateAnswer = self._transport.request('POST', '/api/v1/views', {}, body=body, replayable=True, idempotency_key=idempotency_key)
        return answer

    def views_show(self, view_id: str) -> ViewsShowAnswer:
        "Retrieve a saved view."
        answer: ViewsShowAnswer = self._transport.request('GET', '/api/v1/views/{view_id}', {'view_id': view_id})
        return answer

    def views_update(self, view_id: str, body: ViewPatch) -> ViewsUpdateAnswer:
        "Rename, share or change a view."
        answer: ViewsUpdateAnswer = self._transport.request('PATCH', '/api/v1/views/{view_id}', {'view_id': view_id}, body=body)
        return answer

    def views_destroy(self, view_id: str) -> ViewsDestroyAnswer:
        "Delete a view."
        answer: ViewsDestroyAnswer = self._transport.request('DELETE', '/api/v1/views/{view_id}', {'view_id': view_id})
        return answer

    def insights_figures_show(self, *, from_: str | None = None, to: str | None = None, practice_area: Literal['personal_injury', 'estate_planning', 'family_law', 'immigration', 'criminal', 'business', 'real_estate', 'other'] | None = None) -> InsightsFiguresShowAnswer:
        "Retrieve figures about intakes, open requests, reviews and messages."
        answer: InsightsFiguresShowAnswer = self._transport.request('GET', '/api/v1/insights', {}, query={'from': from_, 'to': to, 'practice_area': practice_area})
        return answer

    def reports_index(self, *, page: int | None = None, per_page: int | None = None, list: Literal['types', 'made'] | None = None) -> ReportsIndexAnswer:
        "List the types of reports with their filters and columns."
        answer: ReportsIndexAnswer = self._transport.request('GET', '/api/v1/reports', {}, query={'page': page, 'per_page': per_page, 'list': list})
        return answer

    def reports_create_matters(self, body: ReportIn, *, idempotency_key: str | None = None) -> ReportsCreateMattersAnswer:
        "Request a report of the matters."
        answer: ReportsCreateMattersAnswer = self._transport.request('POST', '/api/v1/reports/matters', {}, body=body, replayable=True, idempotency_key=idempotency_key)
        return answer

    def reports_create_documents(self, body: ReportIn, *, idempotency_key: str | None = None) -> ReportsCreateDocumentsAnswer:
        "Request a report of the documents."
        answer: ReportsCreateDocumentsAnswer = self._transport.request('POST', '/api/v1/reports/documents', {}, body=body, replayable=True, idempotency_key=idempotency_key)
        return answer

    def reports_create_deadlines(self, body: ReportIn, *, idempotency_key: str | None = None) -> ReportsCreateDeadlinesAnswer:
        "Request a report of the deadlines."
        answer: ReportsCreateDeadlinesAnswer = self._transport.request('POST', '/api/v1/reports/deadlines', {}, body=body, replayable=True, idempotency_key=idempotency_key)
        return answer

    def reports_create_communications(self, body: ReportIn, *, idempotency_key: str | None = None) -> ReportsCreateCommunicationsAnswer:
        "Request a report of the communications."
        answer: ReportsCreateCommunicationsAnswer = self._transport.request('POST', '/api/v1/reports/communications', {}, body=body, replayable=True, idempotency_key=idempotency_key)
        return answer

    def reports_create_intake_funnel(self, body: ReportIn, *, idempotency_key: str | None = None) -> ReportsCreateIntakeFunnelAnswer:
        "Request a report of the intake funnel."
        answer: ReportsCreateIntakeFunnelAnswer = self._transport.request('POST', '/api/v1/reports/intake_funnel', {}, body=body, replayable=True, idempotency_key=idempotency_key)
        return answer

    def reports_create_lead_funnel(self, body: ReportIn, *, idempotency_key: str | None = None) -> ReportsCreateLeadFunnelAnswer:
        "Request a report of the lead funnel."
        answer: ReportsCreateLeadFunnelAnswer = self._transport.request('POST', '/api/v1/reports/lead_funnel', {}, body=body, replayable=True, idempotency_key=idempotency_key)
        return answer

    def reports_index_schedules(self, *, page: int | None = None, per_page: int | None = None) -> ReportsIndexSchedulesAnswer:
        "List the reports that are made every week or month."
        answer: ReportsIndexSchedulesAnswer = self._transport.request('GET', '/api/v1/reports/schedules', {}, query={'page': page, 'per_page': per_page})
        return answer

    def reports_create_schedule(self, body: ReportScheduleIn, *, idempotency_key: str | None = None) -> ReportsCreateScheduleAnswer:
        "Schedule a report for every Monday or the first of every month."
        answer: ReportsCreateScheduleAnswer = self._transport.request('POST', '/api/v1/reports/schedules', {}, body=body, replayable=True, idempotency_key=idempotency_key)
        return answer

    def reports_destroy_schedule(self, report_schedule_id: str) -> ReportsDestroyScheduleAnswer:
        "End a scheduled report."
        answer: ReportsDestroyScheduleAnswer = self._transport.request('DELETE', '/api/v1/reports/schedules/{report_schedule_id}', {'report_schedule_id': report_schedule_id})
        return answer

    def reports_show(self, report_id: str) -> ReportsShowAnswer:
        "Retrieve a report: its progress, and the address of its file when it is ready."
        answer: ReportsShowAnswer = self._transport.request('GET', '/api/v1/reports/{report_id}', {'report_id': report_id})
        return answer

    def reports_destroy(self, report_id: str) -> ReportsDestroyAnswer:
        "Cancel an unfinished report, or remove a finished one with its file."
        answer: ReportsDestroyAnswer = self._transport.request('DELETE', '/api/v1/reports/{report_id}', {'report_id': report_id})
        return answer

    def exports_index(self, *, page: int | None = None, per_page: int | None = None) -> ExportsIndexAnswer:
        "List the exports of the last 7 days, the newest first."
        answer: ExportsIndexAnswer = self._transport.request('GET', '/api/v1/exports', {}, query={'page': page, 'per_page': per_page})
        return answer

    def exports_create(self, body: ExportIn, *, idempotency_key: str | None = None) -> ExportsCreateAnswer:
        "Request an export of the firm, or with `client_id` of one client, as a zip archive."
        answer: ExportsCreateAnswer = self._transport.request('POST', '/api/v1/exports', {}, body=body, replayable=True, idempotency_key=idempotency_key)
        return answer

    def exports_show(self, export_id: str) -> ExportsShowAnswer:
        "Retrieve an export: its progress, and when it is ready the address of its file, which works for 5 minutes."
        answer: ExportsShowAnswer = self._transport.request('GET', '/api/v1/exports/{export_id}', {'export_id': export_id})
        return answer

    def exports_destroy(self, export_id: str) -> ExportsDestroyAnswer:
        "Cancel an unfinished export, or remove a finished one with its file."
        answer: ExportsDestroyAnswer = self._transport.request('DELETE', '/api/v1/exports/{export_id}', {'export_id': export_id})
        return answer

    def firms_show(self) -> FirmsShowAnswer:
        "Retrieve the firm."
        answer: FirmsShowAnswer = self._transport.request('GET', '/api/v1/firms', {})
        return answer

    def firms_update(self, body: FirmPatch) -> FirmsUpdateAnswer:
        "Change the firm."
        answer: FirmsUpdateAnswer = self._transport.request('PATCH', '/api/v1/firms/settings', {}, body=body)
        return answer

    def firms_preferences(self) -> FirmsPreferencesAnswer:
        "Retrieve the firm's notification preferences."
        answer: FirmsPreferencesAnswer = self._transport.request('GET', '/api/v1/firms/notification-preferences', {})
        return answer

    def firms_update_preferences(self, body: PreferencesPatch) -> FirmsUpdatePreferencesAnswer:
        "Change the firm's notification preferences."
        answer: FirmsUpdatePreferencesAnswer = self._transport.request('PATCH', '/api/v1/firms/notification-preferences', {}, body=body)
        return answer

    def users_invite(self, body: InvitationIn, *, idempotency_key: str | None = None) -> UsersInviteAnswer:
        "Invite somebody to the firm."
        answer: UsersInviteAnswer = self._transport.request('POST', '/api/v1/firms/users', {}, body=body, replayable=True, idempotency_key=idempotency_key)
        return answer

    def users_index(self, *, page: int | None = None, per_page: int | None = None, status: Literal['active', 'pending', 'suspended'] | None = None, role: Literal['admin', 'attorney', 'staff', 'paralegal'] | None = None) -> UsersIndexAnswer:
        "List the firm's people, including pending invitations."
        answer: UsersIndexAnswer = self._transport.request('GET', '/api/v1/firms/users', {}, query={'page': page, 'per_page': per_page, 'status': status, 'role': role})
        return answer

    def users_update(self, user_id: str, body: UserPatch) -> UsersUpdateAnswer:
        "Change somebody's role, or suspend or reinstate them."
        answer: UsersUpdateAnswer = self._transport.request('PATCH', '/api/v1/firms/users/{user_id}', {'user_id': user_id}, body=body)
        return answer

    def users_withdraw(self, invitation_id: str) -> UsersWithdrawAnswer:
        "Withdraw a pending invitation."
        answer: UsersWithdrawAnswer = self._transport.request('DELETE', '/api/v1/firms/invitations/{invitation_id}', {'invitation_id': invitation_id})
        return answer

    def users_resend(self, invitation_id: str, *, idempotency_key: str | None = None) -> UsersResendAnswer:
        "Send a pending invitation again."
        answer: UsersResendAnswer = self._transport.request('POST', '/api/v1/firms/invitations/{invitation_id}/resend', {'invitation_id': invitation_id}, replayable=True, idempotency_key=idempotency_key)
        return answer

    def firm_sessions_review(self, *, page: int | None = None, per_page: int | None = None) -> FirmSessionsReviewAnswer:
        "List the browsers in which people of the firm are signed in, the one used last first."
        answer: FirmSessionsReviewAnswer = self._transport.request('GET', '/api/v1/firms/sessions', {}, query={'page': page, 'per_page': per_page})
        return answer

    def firm_sessions_end(self, session_id: str) -> FirmSessionsEndAnswer:
        "Sign a person of the firm out of one browser."
        answer: FirmSessionsEndAnswer = self._transport.request('DELETE', '/api/v1/firms/sessions/{session_id}', {'session_id': session_id})
        return answer

    def sessions_index(self, user_id: str, *, page: int | None = None, per_page: int | None = None) -> SessionsIndexAnswer:
        "List the browsers in which a person of the firm is signed in, the one used last first."
        answer: SessionsIndexAnswer = self._transport.request('GET', '/api/v1/firms/users/{user_id}/sessions', {'user_id': user_id}, query={'page': page, 'per_page': per_page})
        return answer

    def sessions_end_all(self, user_id: str) -> SessionsEndAllAnswer:
        "Sign a person of the firm out of every browser, and end the access of applications in their name."
        answer: SessionsEndAllAnswer = self._transport.request('DELETE', '/api/v1/firms/users/{user_id}/sessions', {'user_id': user_id})
        return answer

    def handovers_create(self, user_id: str, body: HandoverIn, *, idempotency_key: str | None = None) -> HandoversCreateAnswer:
        "Assign somebody's matters to a colleague, and suspend them in the same act if that is asked for."
        answer: HandoversCreateAnswer = self._transport.request('POST', '/api/v1/firms/users/{user_id}/hand-over', {'user_id': user_id}, body=body, replayable=True, idempotency_key=idempotency_key)
        return answer

    def closing_show(self) -> ClosingShowAnswer:
        "Retrieve whether the firm is being closed, and when it will be erased."
        answer: ClosingShowAnswer = self._transport.request('GET', '/api/v1/firms/closing', {})
        return answer

    def closing_create(self, body: ClosingIn, *, idempotency_key: str | None = None) -> ClosingCreateAnswer:
        "Close the firm: an export is made, and everything is read-only for 30 days and then erased for good."
        answer: ClosingCreateAnswer = self._transport.request('POST', '/api/v1/firms/closing', {}, body=body, replayable=True, idempotency_key=idempotency_key)
        return answer

    def closing_destroy(self) -> ClosingDestroyAnswer:
        "Cancel the closing of the firm, as long as the erasure has not begun."
        answer: ClosingDestroyAnswer = self._transport.request('DELETE', '/api/v1/firms/closing', {})
        return answer

    def api_keys_create(self, body: ApiKeyIn, *, idempotency_key: str | None = None) -> ApiKeysCreateAnswer:
        "Create a key with scopes among your own."
        answer: ApiKeysCreateAnswer = self._transport.request('POST', '/api/v1/firms/api-keys', {}, body=body, replayable=True, idempotency_key=idempotency_key)
        return answer

    def api_keys_index(self, *, page: int | None = None, per_page: int | None = None) -> ApiKeysIndexAnswer:
        "List the firm's keys, including revoked ones."
        answer: ApiKeysIndexAnswer = self._transport.request('GET', '/api/v1/firms/api-keys', {}, query={'page': page, 'per_page': per_page})
        return answer

    def api_keys_revoke(self, api_key_id: str) -> ApiKeysRevokeAnswer:
        "Revoke a key."
        answer: ApiKeysRevokeAnswer = self._transport.request('DELETE', '/api/v1/firms/api-keys/{api_key_id}', {'api_key_id': api_key_id})
        return answer

    def api_keys_regenerate(self, api_key_id: str, *, idempotency_key: str | None = None) -> ApiKeysRegenerateAnswer:
        "Replace a key's secret."
        answer: ApiKeysRegenerateAnswer = self._transport.request('POST', '/api/v1/firms/api-keys/{api_key_id}/regenerate', {'api_key_id': api_key_id}, replayable=True, idempotency_key=idempotency_key)
        return answer

    def logo_issue(self, body: FirmLogoIn, *, idempotency_key: str | None = None) -> LogoIssueAnswer:
        "Get a storage address to PUT a new logo to, a PNG or JPEG of at most 2 MB."
        answer: LogoIssueAnswer = self._transport.request('POST', '/api/v1/firms/logo', {}, body=body, replayable=True, idempotency_key=idempotency_key)
        return answer

    def logo_remove(self) -> LogoRemoveAnswer:
        "Remove the firm's logo."
        answer: LogoRemoveAnswer = self._transport.request('DELETE', '/api/v1/firms/logo', {})
        return answer

    def logo_confirm(self, *, idempotency_key: str | None = None) -> LogoConfirmAnswer:
        "Confirm that the picture was PUT."
        answer: LogoConfirmAnswer = self._transport.request('POST', '/api/v1/firms/logo/confirm', {}, replayable=True, idempotency_key=idempotency_key)
        return answer

    def usage_show(self) -> UsageShowAnswer:
        "Retrieve the firm's usage of its plan in the current billing period."
        answer: UsageShowAnswer = self._transport.request('GET', '/api/v1/firms/usage', {})
        return answer

    def onboarding_show(self) -> OnboardingShowAnswer:
        "Retrieve the progress of the firm's onboarding."
        answer: OnboardingShowAnswer = self._transport.request('GET', '/api/v1/firms/onboarding', {})
        return answer

    def onboarding_save(self, body: OnboardingIn, *, idempotency_key: str | None = None) -> OnboardingSaveAnswer:
        "Save a step and apply its data."
        answer: OnboardingSaveAnswer = self._transport.request('POST', '/api/v1/firms/onboarding', {}, body=body, replayable=True, idempotency_key=idempotency_key)
        return answer

    def billing_checkout(self, body: PlanChoice, *, idempotency_key: str | None = None) -> BillingCheckoutAnswer:
        "Begin a subscription: get the address of the page at Stripe on which it is paid."
        answer: BillingCheckoutAnswer = self._transport.request('POST', '/api/v1/billing/checkout', {}, body=body, replayable=True, idempotency_key=idempotency_key)
        return answer

    def billing_portal(self, *, idempotency_key: str | None = None) -> BillingPortalAnswer:
        "Get the address of the page at Stripe with invoices, payment methods and cancelling."
        answer: BillingPortalAnswer = self._transport.request('POST', '/api/v1/billing/portal', {}, replayable=True, idempotency_key=idempotency_key)
        return answer

    def billing_show(self) -> BillingShowAnswer:
        "Retrieve the firm's subscription, usage and limits."
        answer: BillingShowAnswer = self._transport.request('GET', '/api/v1/billing/subscription', {})
        return answer

    def billing_change(self, body: PlanChange) -> BillingChangeAnswer:
        "Change the plan: to a higher one at once, to a lower one when the paid period ends."
        answer: BillingChangeAnswer = self._transport.request('PATCH', '/api/v1/billing/subscription', {}, body=body)
        return answer

    def audit_log_index(self, *, actor_id: str | None = None, record_id: str | None = None, action: str | None = None, from_: str | None = None, to: str | None = None, cursor: str | None = None, per_page: int | None = None) -> AuditPage:
        "List who did what, when and from where, the newest first."
        answer: AuditPage = self._transport.request('GET', '/api/v1/audit-log', {}, query={'actor_id': actor_id, 'record_id': record_id, 'action': action, 'from': from_, 'to': to, 'cursor': cursor, 'per_page': per_page})
        return answer

    def erasures_index(self, *, page: int | None = None, per_page: int | None = None) -> ErasuresIndexAnswer:
        "List the erasures, past and pending, the newest first."
        answer: ErasuresIndexAnswer = self._transport.request('GET', '/api/v1/erasures', {}, query={'page': page, 'per_page': per_page})
        return answer

    def erasures_create(self, body: ErasureIn, *, idempotency_key: str | None = None) -> ErasuresCreateAnswer:
        "Request the erasure of a client, a matter, a document or a lead."
        answer: ErasuresCreateAnswer = self._transport.request('POST', '/api/v1/erasures', {}, body=body, replayable=True, idempotency_key=idempotency_key)
        return answer

    def erasures_show(self, erasure_id: str) -> ErasuresShowAnswer:
        "Retrieve an erasure."
        answer: ErasuresShowAnswer = self._transport.request('GET', '/api/v1/erasures/{erasure_id}', {'erasure_id': erasure_id})
        return answer

    def erasures_destroy(self, erasure_id: str) -> ErasuresDestroyAnswer:
        "Withdraw an erasure that was not confirmed, or that failed before anything was erased."
        answer: ErasuresDestroyAnswer = self._transport.request('DELETE', '/api/v1/erasures/{erasure_id}', {'erasure_id': erasure_id})
        return answer

    def erasures_confirm(self, erasure_id: str, *, idempotency_key: str | None = None) -> ErasuresConfirmAnswer:
        "Erase for good, in the background."
        answer: ErasuresConfirmAnswer = self._transport.request('POST', '/api/v1/erasures/{erasure_id}/confirm', {'erasure_id': erasure_id}, replayable=True, idempotency_key=idempotency_key)
        return answer

    def erasures_certificate(self, erasure_id: str) -> ErasuresCertificateAnswer:
        "Retrieve the certificate of a finished erasure: numbers and digests, and no personal data."
        answer: ErasuresCertificateAnswer = self._transport.request('GET', '/api/v1/erasures/{erasure_id}/certificate', {'erasure_id': erasure_id})
        return answer

    def erasures_certificate_file(self, erasure_id: str) -> bytes:
        "Download the certificate of an erasure as a PDF."
        answer: bytes = self._transport.request('GET', '/api/v1/erasures/{erasure_id}/certificate.pdf', {'erasure_id': erasure_id})
        return answer

    def webhooks_create(self, body: WebhookIn, *, idempotency_key: str | None = None) -> WebhooksCreateAnswer:
        "Register an endpoint."
        answer: WebhooksCreateAnswer = self._transport.request('POST', '/api/v1/webhooks', {}, body=body, replayable=True, idempotency_key=idempotency_key)
        return answer

    def webhooks_index(self, *, page: int | None = None, per_page: int | None = None) -> WebhooksIndexAnswer:
        "List endpoints."
        answer: WebhooksIndexAnswer = self._transport.request('GET', '/api/v1/webhooks', {}, query={'page': page, 'per_page': per_page})
        return answer

    def webhooks_show(self, webhook_id: str) -> WebhooksShowAnswer:
        "Retrieve an endpoint."
        answer: WebhooksShowAnswer = self._transport.request('GET', '/api/v1/webhooks/{webhook_id}', {'webhook_id': webhook_id})
        return answer

    def webhooks_update(self, webhook_id: str, body: WebhookPatch) -> WebhooksUpdateAnswer:
        "Change an endpoint's events, its description, or whether it is active."
        answer: WebhooksUpdateAnswer = self._transport.request('PATCH', '/api/v1/webhooks/{webhook_id}', {'webhook_id': webhook_id}, body=body)
        return answer

    def webhooks_destroy(self, webhook_id: str) -> WebhooksDestroyAnswer:
        "Delete an endpoint."
        answer: WebhooksDestroyAnswer = self._transport.request('DELETE', '/api/v1/webhooks/{webhook_id}', {'webhook_id': webhook_id})
        return answer

    def webhooks_test(self, webhook_id: str, *, idempotency_key: str | None = None) -> WebhooksTestAnswer:
        "Send a `webhook.test` event and return the endpoint's answer."
        answer: WebhooksTestAnswer = self._transport.request('POST', '/api/v1/webhooks/{webhook_id}/test', {'webhook_id': webhook_id}, replayable=True, idempotency_key=idempotency_key)
        return answer

    def webhooks_rotate_secret(self, webhook_id: str, *, idempotency_key: str | None = None) -> WebhooksRotateSecretAnswer:
        "Replace the signing secret."
        answer: WebhooksRotateSecretAnswer = self._transport.request('POST', '/api/v1/webhooks/{webhook_id}/rotate-secret', {'webhook_id': webhook_id}, replayable=True, idempotency_key=idempotency_key)
        return answer

    def webhooks_statistics(self, webhook_id: str) -> WebhooksStatisticsAnswer:
        "Count an endpoint's deliveries of the last 24 hours by outcome, hour by hour."
        answer: WebhooksStatisticsAnswer = self._transport.request('GET', '/api/v1/webhooks/{webhook_id}/statistics', {'webhook_id': webhook_id})
        return answer

    def webhooks_deliveries(self, webhook_id: str, *, page: int | None = None, per_page: int | None = None, status: Literal['pending', 'delivered', 'failed', 'cancelled'] | None = None, event_type: Literal['matter.created', 'matter.updated', 'matter.archived', 'client.created', 'document.uploaded', 'document.approved', 'document.rejected', 'intake.completed', 'intake.link.sent', 'client.merged', 'client.merge_undone', 'lead.created', 'lead.status_changed', 'letter.sent', 'letter.signed', 'letter.completed', 'letter.declined', 'record.erased'] | None = None, created_after: str | None = None, created_before: str | None = None) -> WebhooksDeliveriesAnswer:
        "List the deliveries to an endpoint, the newest first."
        answer: WebhooksDeliveriesAnswer = self._transport.request('GET', '/api/v1/webhooks/{webhook_id}/deliveries', {'webhook_id': webhook_id}, query={'page': page, 'per_page': per_page, 'status': status, 'event_type': event_type, 'created_after': created_after, 'created_before': created_before})
        return answer

    def webhooks_delivery(self, webhook_id: str, delivery_id: str) -> WebhooksDeliveryAnswer:
        "Retrieve a delivery: the payload, every attempt, and the answers."
        answer: WebhooksDeliveryAnswer = self._transport.request('GET', '/api/v1/webhooks/{webhook_id}/deliveries/{delivery_id}', {'webhook_id': webhook_id, 'delivery_id': delivery_id})
        return answer

    def webhooks_redeliver(self, webhook_id: str, delivery_id: str, *, idempotency_key: str | None = None) -> WebhooksRedeliverAnswer:
        "Repeat a delivery now."
        answer: WebhooksRedeliverAnswer = self._transport.request('POST', '/api/v1/webhooks/{webhook_id}/deliveries/{delivery_id}/redeliver', {'webhook_id': webhook_id, 'delivery_id': delivery_id}, replayable=True, idempotency_key=idempotency_key)
        return answer

    def webhooks_redeliver_failed(self, webhook_id: str, body: RedeliverIn, *, idempotency_key: str | None = None) -> WebhooksRedeliverFailedAnswer:
        "Repeat every delivery since a given time that failed for good or was cancelled."
        answer: WebhooksRedeliverFailedAnswer = self._transport.request('POST', '/api/v1/webhooks/{webhook_id}/redeliver-failed', {'webhook_id': webhook_id}, body=body, replayable=True, idempotency_key=idempotency_key)
        return answer

    def webhook_deliveries_index_deliveries(self, *, page: int | None = None, per_page: int | None = None, status: Literal['pending', 'delivered', 'failed', 'cancelled'] | None = None, event_type: Literal['matter.created', 'matter.updated', 'matter.archived', 'client.created', 'document.uploaded', 'document.approved', 'document.rejected', 'intake.completed', 'intake.link.sent', 'client.merged', 'client.merge_undone', 'lead.created', 'lead.status_changed', 'letter.sent', 'letter.signed', 'letter.completed', 'letter.declined', 'record.erased'] | None = None, created_after: str | None = None, created_before: str | None = None, webhook_id: str | None = None) -> WebhookDeliveriesIndexDeliveriesAnswer:
        "List the deliveries to all endpoints, the newest first."
        answer: WebhookDeliveriesIndexDeliveriesAnswer = self._transport.request('GET', '/api/v1/webhook-deliveries', {}, query={'page': page, 'per_page': per_page, 'status': status, 'event_type': event_type, 'created_after': created_after, 'created_before': created_before, 'webhook_id': webhook_id})
        return answer

    def webhook_deliveries_redeliver_listed(self, body: RedeliverListedIn, *, idempotency_key: str | None = None) -> WebhookDeliveriesRedeliverListedAnswer:
        "Repeat deliveries that failed or were cancelled since a given time, to all active endpoints or to one."
        answer: WebhookDeliveriesRedeliverListedAnswer = self._transport.request('POST', '/api/v1/webhook-deliveries/redeliver-failed', {}, body=body, replayable=True, idempotency_key=idempotency_key)
        return answer

    def event_feed_index(self, *, type: Literal['matter.created', 'matter.updated', 'matter.archived', 'client.created', 'document.uploaded', 'document.approved', 'document.rejected', 'intake.completed', 'intake.link.sent', 'client.merged', 'client.merge_undone', 'lead.created', 'lead.status_changed', 'letter.sent', 'letter.signed', 'letter.completed', 'letter.declined', 'record.erased'] | None = None, created_after: str | None = None, cursor: str | None = None, per_page: int | None = None) -> EventPage:
        "List the events of the last 30 days, the oldest first, as endpoints get them."
        answer: EventPage = self._transport.request('GET', '/api/v1/events', {}, query={'type': type, 'created_after': created_after, 'cursor': cursor, 'per_page': per_page})
        return answer

    def oauth_clients_create(self, body: OauthClientIn, *, idempotency_key: str | None = None) -> OauthClientsCreateAnswer:
        "Register an application with scopes among your own."
        answer: OauthClientsCreateAnswer = self._transport.request('POST', '/api/v1/oauth-clients', {}, body=body, replayable=True, idempotency_key=idempotency_key)
        return answer

    def oauth_clients_index(self, *, page: int | None = None, per_page: int | None = None) -> OauthClientsIndexAnswer:
        "List the firm's applications."
        answer: OauthClientsIndexAnswer = self._transport.request('GET', '/api/v1/oauth-clients', {}, query={'page': page, 'per_page': per_page})
        return answer

    def oauth_clients_show(self, oauth_client_id: str) -> OauthClientsShowAnswer:
        "Retrieve an application."
        answer: OauthClientsShowAnswer = self._transport.request('GET', '/api/v1/oauth-clients/{oauth_client_id}', {'oauth_client_id': oauth_client_id})
        return answer

    def oauth_clients_update(self, oauth_client_id: str, body: OauthClientPatch) -> OauthClientsUpdateAnswer:
        "Change an application's name, redirect URIs or scopes."
        answer: OauthClientsUpdateAnswer = self._transport.request('PATCH', '/api/v1/oauth-clients/{oauth_client_id}', {'oauth_client_id': oauth_client_id}, body=body)
        return answer

    def oauth_clients_destroy(self, oauth_client_id: str) -> OauthClientsDestroyAnswer:
        "Delete an application."
        answer: OauthClientsDestroyAnswer = self._transport.request('DELETE', '/api/v1/oauth-clients/{oauth_client_id}', {'oauth_client_id': oauth_client_id})
        return answer

    def oauth_clients_rotate_secret(self, oauth_client_id: str, *, idempotency_key: str | None = None) -> OauthClientsRotateSecretAnswer:
        "Replace an application's secret."
        answer: OauthClientsRotateSecretAnswer = self._transport.request('POST', '/api/v1/oauth-clients/{oauth_client_id}/rotate-secret', {'oauth_client_id': oauth_client_id}, replayable=True, idempotency_key=idempotency_key)
        return answer

    def oauth_consents_consents(self, *, page: int | None = None, per_page: int | None = None) -> OauthConsentsConsentsAnswer:
        "List consents: with an access token, those of its person."
        answer: OauthConsentsConsentsAnswer = self._transport.request('GET', '/api/v1/oauth-consents', {}, query={'page': page, 'per_page': per_page})
        return answer

    def oauth_consents_withdraw(self, oauth_consent_id: str) -> OauthConsentsWithdrawAnswer:
        "Withdraw a consent."
        answer: OauthConsentsWithdrawAnswer = self._transport.request('DELETE', '/api/v1/oauth-consents/{oauth_consent_id}', {'oauth_consent_id': oauth_consent_id})
        return answer

    def clio_disconnect(self, *, idempotency_key: str | None = None) -> Success:
        "Disconnect the firm."
        answer: Success = self._transport.request('POST', '/api/v1/integrations/clio/disconnect', {}, replayable=True, idempotency_key=idempotency_key)
        return answer

    def clio_status(self) -> ClioStatus:
        "Retrieve the connection: whether it works, what is synced automatically, and the result of the last sync."
        answer: ClioStatus = self._transport.request('GET', '/api/v1/integrations/clio/status', {})
        return answer

    def clio_update(self, body: ClioSettingsPatch) -> SettingsChanged:
        "Change what is synced automatically, and the mapping of names."
        answer: SettingsChanged = self._transport.request('PATCH', '/api/v1/integrations/clio/status', {}, body=body)
        return answer

    def clio_sync(self, body: SyncIn, *, idempotency_key: str | None = None) -> ClioSynced:
        "Sync a matter, or count the matters there."
        answer: ClioSynced = self._transport.request('POST', '/api/v1/integrations/clio/sync', {}, body=body, replayable=True, idempotency_key=idempotency_key)
        return answer

    def clio_history(self, *, matter_id: str | None = None) -> Logs:
        "List the syncs, the newest first."
        answer: Logs = self._transport.request('GET', '/api/v1/integrations/clio/sync', {}, query={'matter_id': matter_id})
        return answer

    def clio_retry_failed(self, *, idempotency_key: str | None = None) -> Retried:
        "Sync every matter again whose latest sync failed, up to 500 at once."
        answer: Retried = self._transport.request('POST', '/api/v1/integrations/clio/sync/retry-failed', {}, replayable=True, idempotency_key=idempotency_key)
        return answer

    def lawmatics_disconnect(self, *, idempotency_key: str | None = None) -> Success:
        "Disconnect the firm."
        answer: Success = self._transport.request('POST', '/api/v1/integrations/lawmatics/disconnect', {}, replayable=True, idempotency_key=idempotency_key)
        return answer

    def lawmatics_status(self) -> LawmaticsStatus:
        "Retrieve the connection: whether it works, what is synced automatically, and the result of the last sync."
        answer: LawmaticsStatus = self._transport.request('GET', '/api/v1/integrations/lawmatics/status', {})
        return answer

    def lawmatics_update(self, body: LawmaticsSettingsPatch) -> SettingsChanged:
        "Change what is synced automatically, and the mapping of names."
        answer: SettingsChanged = self._transport.request('PATCH', '/api/v1/integrations/lawmatics/status', {}, body=body)
        return answer

    def lawmatics_sync(self, body: SyncIn, *, idempotency_key: str | None = None) -> LawmaticsSynced:
        "Sync a matter, or count the matters there."
        answer: LawmaticsSynced = self._transport.request('POST', '/api/v1/integrations/lawmatics/sync', {}, body=body, replayable=True, idempotency_key=idempotency_key)
        return answer

    def lawmatics_history(self, *, matter_id: str | None = None, limit: int | None = None) -> LogsWithTotal:
        "List the syncs, the newest first."
        answer: LogsWithTotal = self._transport.request('GET', '/api/v1/integrations/lawmatics/sync', {}, query={'matter_id': matter_id, 'limit': limit})
        return answer

    def lawmatics_retry_failed(self, *, idempotency_key: str | None = None) -> Retried:
        "Sync every matter again whose latest sync failed, up to 500 at once."
        answer: Retried = self._transport.request('POST', '/api/v1/integrations/lawmatics/sync/retry-failed', {}, replayable=True, idempotency_key=idempotency_key)
        return answer
