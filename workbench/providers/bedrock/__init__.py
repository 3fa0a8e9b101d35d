"""Amazon Bedrock: the one home of boto3."""
