def test_x(settings):
    assert settings.DATABASES
