{{- define "arena.image" -}}
{{ .Values.image.repository }}:{{ .Values.image.tag | default .Chart.AppVersion }}
{{- end }}

{{- define "arena.labels" -}}
app.kubernetes.io/name: meiji-arena
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{- define "arena.env" -}}
- {name: ARENA_DATABASE_URL_FILE, value: /run/secrets/arena/database_url}
- {name: ARENA_REDIS_URL_FILE, value: /run/secrets/arena/redis_url}
- {name: ARENA_SIGNING_KEY, value: /run/secrets/arena/signing.pem}
- {name: ARENA_PUBLIC_URL, value: {{ .Values.publicUrl | quote }}}
- {name: ARENA_DATA, value: /tmp/arena}
{{- range .Values.secretSettings }}
- {name: ARENA_{{ . | upper }}_FILE, value: /run/secrets/arena/{{ . }}}
{{- end }}
{{- range $name, $value := .Values.settings }}
- {name: {{ $name }}, value: {{ $value | quote }}}
{{- end }}
{{- end }}

{{- define "arena.pod" -}}
automountServiceAccountToken: false
{{- /* Kubernetes would add ARENA_WEB_PORT and the like for services; they would pass for settings. */}}
enableServiceLinks: false
securityContext:
  runAsNonRoot: true
  runAsUser: 10001
  runAsGroup: 10001
  fsGroup: 10001
  seccompProfile: {type: RuntimeDefault}
{{- end }}

{{- define "arena.container" -}}
image: {{ include "arena.image" . }}
imagePullPolicy: {{ .Values.image.pullPolicy }}
securityContext:
  allowPrivilegeEscalation: false
  readOnlyRootFilesystem: true
  capabilities: {drop: [ALL]}
{{- end }}
